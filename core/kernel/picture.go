package kernel

// Picture describes the live picture on the page of a kernel: the parameters that a reader can
// move, and the parts of the kernel if its own parameters do not define it. Every kernel of vectors
// has a method that returns one; core/internal/gen translates them into js/src/generated for the
// site.
type Picture struct {
	// From is where the samples begin: -1, or 0 for kernels of numbers >= 0.
	From float64
	// Controls are the parameters that can be moved.
	Controls []Control
	// Tree is the kernel as the text of a Tree, "" if the controls define the kernel. In it
	// "$gamma" stands for the value of the control gamma.
	Tree string
	// OfPart says that the controls are parameters of the kernel rbf in the tree.
	OfPart bool
	// Said describes Tree in words that continue "the kernel": "of rbf and linear".
	Said string
}

// Control is a parameter that can be moved from Low to High, from Start.
type Control struct {
	Name             string
	Low, High, Start float64
	Linear           bool   // whether it moves evenly; otherwise its logarithm does
	Choice           string // the start of a parameter that is a choice; then there is no range
}

// width is the control of gamma.
func width() Control { return Control{Name: "gamma", Low: 0.05, High: 50, Start: 2} }

// Pictured is a kernel with a picture.
type Pictured interface {
	Kernel

	// Picture returns the picture on the page of the kernel.
	Picture() Picture
}
