package main

import (
	"strings"

	"maxmargin/core/engine/catalog"
	"maxmargin/core/engine/codec"
	"maxmargin/core/model"
)

// method is what some machines can do beside what their base class can: one method or several, which
// js/src/face/machine.js has by this name.
type method struct {
	name string
	has  func(m catalog.Machine) bool
	// Declarations: SAMPLES stands for the type of the samples, NAME for that of the machine, TARGETS
	// for that of targets, or TARGET for one or several.
	types string
}

// has returns the machines of a kind, or of all kinds (""), that have an interface.
func has[T any](kind string) func(catalog.Machine) bool {
	return func(m catalog.Machine) bool {
		_, ok := m.New().(T)
		return ok && (kind == "" || m.Kind() == kind)
	}
}

// but returns the machines of a that are not of b.
func but(a, b func(catalog.Machine) bool) func(catalog.Machine) bool {
	return func(m catalog.Machine) bool { return a(m) && !b(m) }
}

// liblinear reports whether js/src/formats/liblinear.js writes a machine.
func liblinear(m catalog.Machine) bool { return m.Name == "LinearSVC" || m.Name == "LinearSVR" }

// methods returns all, in the order in which the declarations have them.
func methods() []method {
	incremental, updatable := has[model.Incremental](""), has[model.Updatable]
	return []method{
		{"incremental", but(incremental, has[model.Incremental](catalog.Detector)), strings.Replace(incrementalTypes, "x: ROWS", "x: ROWS, y: TARGET", 1)},
		{"incrementalDetector", has[model.Incremental](catalog.Detector), strings.Replace(incrementalTypes, targetDoc, "", 1)},
		{"updatable", but(updatable(catalog.Classifier), incremental), `
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit<Y extends Entries<L>, C extends L = never>(X: SAMPLES, y: Y, settings?: PartialFitSettings<C>): Returns<Classifiers<LabelOf<Y, L> | C, SAMPLES>["NAME"]>;`},
		{"updatable", but(updatable(catalog.Regressor), incremental), `
  /** Goes on learning from further samples. The first call starts anew. */
  partialFit(X: SAMPLES, y: Entries<number>, settings?: PartialFitSettings): Returns<this>;`},
		{"gathering", has[model.Gatherer](catalog.Classifier), strings.NewReplacer("CHUNKS", "<Y extends Entries<L>>", "VALUES", "Y", "FITTED", `Classifiers<LabelOf<Y, L>, S>["NAME"]`).Replace(gatheringTypes)},
		{"gathering", has[model.Gatherer](catalog.Regressor), strings.NewReplacer("CHUNKS", "", "VALUES", "TARGETS", "FITTED", "this").Replace(gatheringTypes)},
		{"diagnosing", but(has[model.DualMachine](""), has[model.DualMachine](catalog.Detector)), `
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: SAMPLES, y: TARGETS, settings?: DiagnosticsSettings): Returns<Diagnostics>;`},
		{"diagnosingDetector", has[model.DualMachine](catalog.Detector), `
  /** Where the rows lie with respect to the margin, and how good the solution is. */
  diagnostics(X: SAMPLES, settings?: DiagnosticsSettings): Returns<Diagnostics>;`},
		{"process", has[model.Process](""), processTypes},
		{"evidence", has[model.Evidence](""), `
  /**
   * The log marginal likelihood of the training data, and its derivatives by the logarithms of
   * the parameters, at the parameters of the fit or at others: by name, or all in the order of
   * parameterNames.
   */
  logMarginalLikelihood(parameters?: Record<string, number> | Entries<number> | null, settings?: PredictSettings): Returns<MarginalLikelihood>;`},
		{"inverting", has[model.Inverter](""), `
  /** The samples that transform makes X of. */
  inverseTransform(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array> | SparseMatrix>;`},
		{"scoring", has[model.Density](""), `
  /**
   * The logarithm of the density at every row: the decision value plus offset; -Infinity where the
   * density is 0.
   */
  scoreSamples(X: Samples, settings?: PredictSettings): Returns<Shaped<Float64Array>>;`},
		{"drawing", has[model.Density](""), `
  /**
   * Samples drawn from the density, row by row.
   * @param count how many
   * @returns count x features
   */
  sample(count: number, settings?: PointSettings): Returns<Shaped<Float64Array>>;`},
		{"libsvm", func(m catalog.Machine) bool { return codec.LibsvmType(m.Name) != "" }, `
  /**
   * The model in LIBSVM's text format, for svm-predict and its kin.LABELS
   */
  exportLibsvm(): Returns<string>;`},
		{"liblinear", liblinear, `
  /**
   * The model in LIBLINEAR's text format, for liblinear-predict and its kin.LABELS
   */
  exportLiblinear(): Returns<string>;`},
	}
}

// targetDoc says what the targets of rows are that join a model.
const targetDoc = "\n   * @param y TARGETDOC"

const incrementalTypes = `
  /**
   * Adds a row, or several. The model is then that of a fit to all rows, to rounding; widths of
   * kernels stay those of the fit.
   * @param x one row, or samples as fit takes them` + targetDoc + `
   */
  add(x: ROWS, settings?: FitSettings): Returns<this>;
  /**
   * Removes a row, or several, by their indices among the rows of the fit and those added after
   * it; rows behind a removed one move up. The model is then that of a fit to the rows that are
   * left, to rounding, and its bytes hold nothing of the others.
   */
  remove(index: number | Entries<number>, settings?: WorkSettings): Returns<this>;
  /**
   * How far the model is from the exact solution for the rows that it has, computed anew from
   * them.
   */
  certificate(settings?: WorkSettings): Returns<Certificate>;`

const gatheringTypes = `
  /**
   * Trains on rows that come in chunks, of which only one is in memory at a time, beside the
   * features of those before it. Landmarks, and widths of kernels that follow the data, come from
   * the first chunk; all else is as if fit had got the rows of all chunks. Fails as a whole or not
   * at all.
   */
  fitChunksCHUNKS(chunks: Iterable<Chunk<S, VALUES> | OnlyPromised<ChunkFile>> | OnlyPromised<AsyncIterable<Chunk<S, VALUES> | ChunkFile>>, settings?: ChunkSettings): Returns<FITTED>;`

const processTypes = `
  /**
   * The mean for every row; with returnStd or returnCov also the standard deviation of the
   * function, without the noise, or the covariances of all pairs of rows.
   */
  predict<T extends DistributionSettings = PredictSettings>(X: SAMPLES, settings?: T): Returns<Predicted<T>>;
  /**
   * Functions drawn from the process, row by row: as the fit leaves it, or before a fit from
   * the prior that the options describe.
   * @returns rows x samples
   */
  sampleY(X: SAMPLES, settings?: SampleSettings): Returns<Shaped<Float64Array>>;
  /**
   * The logarithm of the joint density of the values y of the function at the rows of X, or
   * with noise of observations: after the fit, or before a fit under the prior.
   */
  logDensity(X: SAMPLES, y: Entries<number>, settings?: DensitySettings): Returns<number>;`

// methodsOf returns the names of the methods of a machine.
func methodsOf(m catalog.Machine) (names []string) {
	for _, own := range methods() {
		if own.has(m) {
			names = append(names, own.name)
		}
	}
	return names
}

// methodTypes returns their declarations, for samples of a type.
func methodTypes(m catalog.Machine, samples string) string {
	targets, target, doc, labels := "Entries<number>", "Entries<number> | number", "its value, or theirs", ""
	if m.Kind() == catalog.Classifier {
		targets, target, doc = "Entries<L>", "Entries<L> | L", "its label, or theirs, of the classes of the fit"
		labels = " Its labels must be\n   * whole numbers."
	}
	var b strings.Builder
	for _, own := range methods() {
		if own.has(m) {
			b.WriteString(strings.TrimPrefix(own.types, "\n") + "\n")
		}
	}
	return strings.NewReplacer("SAMPLES", samples, "NAME", m.Name, "TARGETDOC", doc, "TARGETS", targets, "TARGET", target,
		"ROWS", "S | Entries<number> | string", "LABELS", labels).Replace(b.String())
}
