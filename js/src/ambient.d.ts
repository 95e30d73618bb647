/** The build that the facade belongs to; build.mjs puts it in. */
declare const __BUILD_ID__: string;
declare const __POWERS_AT__: number;
/** What js/wasm/begin.mjs found; none in a plain module. */
declare const __BEGUN__: { values: string[]; random: [at: number, length: number][] };

/** The version of the package; build.mjs puts it in. */
declare const __VERSION__: string;
/** The SHA-256 of the module that was built with the facade. */
declare const __WASM_SHA256__: { first: string; rest: string };

/** wasm_exec.js of the Go toolchain, wrapped by build.mjs. */
declare module '#wasm-exec' {
  export interface Go {
    exit: (code: number) => void;
    importObject: WebAssembly.Imports;
    run(instance: WebAssembly.Instance): Promise<void>;
    _values: unknown[];
    _goRefCounts: number[];
    _ids: Map<unknown, number>;
  }
  export function makeGo(scope: object): new () => Go;
}

/** The text of graph/functions.js and graph/letters.js, put in by build.mjs. */
declare module '#formulas' {
  const text: string;
  export default text;
}

/** What builds with everything inside carry, put in by build.mjs. */
declare module '#embedded' {
  /** The WebAssembly module, gzip in base64. */
  export const wasm: string;
  /** The source of the worker, a classic script. */
  export const worker: string;
}

/** The script and the style of a page of maxmargin/page, with their SHA-256 in base64, put in by build.mjs. */
declare module '#page' {
  interface Part {
    text: string;
    hash: string;
  }
  export const script: Part;
  export const style: Part;
}
