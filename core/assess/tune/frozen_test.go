package tune

// The folds of seed 42 over 12 samples; see TestSeedsStandForTheSameFolds.
var (
	stratified42 = [][]int{{4, 8, 9, 10}, {1, 2, 6, 7}, {0, 3, 5, 11}}
	plain42      = [][]int{{2, 5, 6, 9}, {0, 1, 4, 7}, {3, 8, 10, 11}}
	grouped42    = [][]int{{5, 6, 7, 8}, {0, 1, 2, 9}, {3, 4, 10, 11}}
	heldOut42    = [][]int{{7, 9, 11}}
)
