package kernel

// What each kernel can do: a method that is lost, or changed, does not compile here.
var (
	_ = []Additive{
		ChiSquared{}, Delta{}, Intersection{}, Laplacian{}, Minkowski{},
		oppositeDifference{}, opposite{},
	}
	_ = []Anchored{
		Center{}, RankOne{},
	}
	_ = []Bilinear{
		Weighted{},
	}
	_ = []Checked{
		Center{}, Columns{}, RankOne{}, Spectral{}, Weighted{},
	}
	_ = []Combination{
		Exp{}, Powers{}, Product{}, Scale{}, Sum{},
	}
	_ = []Coordinatewise{
		AllSubsets{}, Anova{}, BSpline{}, Dirichlet{}, Fourier{},
		Spectral{}, Spline{},
	}
	_ = []Derived{
		Exp{}, Gaussian{}, Powers{}, Product{}, Scale{}, Sum{},
	}
	_ = []Differentiable{
		Anova{}, Center{}, ChiSquared{}, Gaussian{}, Intersection{},
		Laplacian{}, Minkowski{}, Normalize{}, RankOne{}, Spectral{},
	}
	_ = []Given{
		Precomputed{},
	}
	_ = []InnerProduct{
		AllDegrees{}, Exponential{}, Linear{}, Matern{}, Polynomial{},
		RBF{}, RationalQuadratic{}, Sigmoid{}, squared{},
	}
	_ = []Normed{
		Gaussian{}, Normalize{}, featureDistance{},
	}
	_ = []Pullback{
		Columns{},
	}
	_ = []Radial{
		Center{}, ChiSquared{}, Columns{}, Gaussian{}, Laplacian{},
		Linear{}, Matern{}, Minkowski{}, Product{}, RBF{},
		RationalQuadratic{}, Scale{}, Sum{},
	}
	_ = []Separable{
		AllDegrees{}, Anova{}, ChiSquared{}, Columns{}, Delta{},
		Exponential{}, Exp{}, Gaussian{}, Intersection{}, Laplacian{},
		Linear{}, Minkowski{}, Polynomial{}, Powers{}, Product{},
		RBF{}, Scale{}, Sum{}, Weighted{},
	}
	_ = []Sloped{
		AllDegrees{}, Exponential{}, Linear{}, Matern{}, Polynomial{},
		RBF{}, RationalQuadratic{}, Sigmoid{},
	}
	_ = []SlopedFactors{
		AllSubsets{}, BSpline{}, Dirichlet{}, Fourier{}, Spline{},
	}
	_ = []Unfolded{
		Exponential{}, Laplacian{}, Matern{}, Polynomial{}, RBF{},
		RationalQuadratic{},
	}
)
