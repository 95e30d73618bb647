package schema

import (
	"math"
	"strconv"
	"strings"

	"maxmargin/core/base/fault"
)

// ReadLists returns the lists of numbers in the text of an option of the type Lists, such as
// "0,2,1;;4.5": lists end with semicolons, numbers with commas, and a list may be empty. The empty
// text has none.
func ReadLists(text string) ([][]float64, error) {
	var lists [][]float64
	if text == "" {
		return nil, nil
	}
	for part := range strings.SplitSeq(text, ";") {
		var list []float64
		if part != "" {
			for entry := range strings.SplitSeq(part, ",") {
				x, err := strconv.ParseFloat(entry, 64)
				if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
					return nil, fault.New(fault.Option, "lists", "%q is no list of numbers", part)
				}
				list = append(list, x)
			}
		}
		lists = append(lists, list)
	}
	return lists, nil
}
