package expansion

import "maxmargin/core/data/sample"

// SignsInSingle is EachSign in float32 whatever lanes.SingleIsFaster; again is the
// number of samples that needed float64. Without a bound it calls take for no sample.
func (e *Expansion) SignsInSingle(x sample.Set, take func(i int, values []float64) bool) (again int, ok bool) {
	s := e.singleFor(x)
	if s == nil {
		return 0, false
	}
	again, err := e.eachSign(nil, s, x, take)
	return again, err == nil
}
