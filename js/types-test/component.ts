// A component of a page, as a user writes it: a fit when its data change, and a model in its
// state. Compiled, never run.
import { MaxMarginError, SVC, StandardScaler, makePipeline } from 'maxmargin';
import type { Pipeline } from 'maxmargin';

/** The two functions of React that it needs. */
declare function useState<T>(first: T): [state: T, set: (next: T) => void];
declare function useEffect(effect: () => () => void, inputs: readonly unknown[]): void;

type Species = 'setosa' | 'versicolor' | 'virginica';
interface Flower {
  species: Species;
  petal: [length: number, width: number];
}

export function useSpecies(flowers: readonly Flower[]) {
  const [model, setModel] = useState<Pipeline<SVC<Species>> | null>(null);
  const [progress, setProgress] = useState(0);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    const abort = new AbortController();
    const X = flowers.map(({ petal }) => petal);
    const y = flowers.map(({ species }) => species);
    makePipeline(new StandardScaler(), new SVC({ C: 10 }))
      .fit(X, y, { signal: abort.signal, onProgress: ({ fraction }) => setProgress(fraction) })
      .then(setModel, (error: unknown) => {
        if (error instanceof MaxMarginError) setProblem(`${error.code}: ${error.message}`);
      });
    return () => abort.abort();
  }, [flowers]);

  async function classify(length: number, width: number): Promise<Species | undefined> {
    if (!model) return undefined;
    const [species] = await model.predict([[length, width]]);
    return species;
  }
  const legend: readonly Species[] = model?.classes ?? [];
  return { progress, problem, classify, legend };
}
