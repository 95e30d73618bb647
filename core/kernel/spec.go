package kernel

// Spec is a kernel as a user names it, before rules that depend on the data, such as 'scale',
// become numbers. The tags are the only description of these options; see package model. Gamma,
// Degree and Coef0 belong to a kernel that is given by its name; a Tree has its own parameters.
type Spec struct {
	Name   string  `js:"name" option:"kernel" type:"kernel" default:"rbf" doc:"Kernel that compares two samples: a name, or an object that kernels makes, with parameters of its own."` // or the text of a Tree
	Gamma  Width   `js:"gamma" default:"scale" choices:"scale,auto" range:"(0,inf)" doc:"Factor of the squared distance (rbf) or of the inner product (poly, sigmoid), of a kernel that is given by its name. 'scale' is 1 / (d * variance of all entries of X), 'auto' is 1 / d."`
	Degree int     `js:"degree" default:"3" range:"[0,64]" doc:"Degree of poly."`
	Coef0  float64 `js:"coef0" default:"0" range:"(-inf,inf)" doc:"Constant inside poly and sigmoid."`
}

// Width is a number, or the name of the rule that gives it.
type Width struct {
	Name  string  `js:"name"`  // "" for a number
	Value float64 `js:"value"` // the number
}

// IsNumber reports whether w is a number, not the name of a rule.
func (w Width) IsNumber() bool { return w.Name == "" }

// Tree returns the kernel that the spec names.
func (s Spec) Tree() (Tree, error) {
	if s.IsTree() {
		return ParseTree(s.Name)
	}
	gamma := Parameter{Name: "gamma", Text: s.Gamma.Name, Numbers: []float64{s.Gamma.Value}}
	return Tree{Name: s.Name, Values: []Parameter{gamma,
		{Name: "degree", Numbers: []float64{float64(s.Degree)}}, {Name: "coef0", Numbers: []float64{s.Coef0}}}}, nil
}

// IsTree reports whether the spec is a tree, not a name.
func (s Spec) IsTree() bool { return len(s.Name) > 0 && s.Name[0] == '{' }
