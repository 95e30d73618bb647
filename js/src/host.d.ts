/** Where models are kept: the client of a worker, or a program in this thread. */
export interface Host {
  newModelId(): number;
  release(id: number): void;
}
