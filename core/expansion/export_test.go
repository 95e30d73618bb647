package expansion

import "maxmargin/core/sample"

// SignsInSingle is EachSign in float32 whatever lanes.SingleIsFaster; again is how
// many samples took float64. Without a bound it calls take for none.
func (e *Expansion) SignsInSingle(x sample.Set, take func(i int, values []float64) bool) (again int, ok bool) {
	if !e.makeSingle() {
		return 0, false
	}
	again, err := e.eachSign(nil, x, take)
	return again, err == nil
}
