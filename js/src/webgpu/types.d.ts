/** What is used of WebGPU, for which TypeScript has no declarations yet. */
export interface GPULike {
  requestAdapter(options?: object): Promise<AdapterLike | null>;
}

export interface AdapterLike {
  readonly info?: { vendor?: string; architecture?: string; device?: string; description?: string };
  readonly limits: Limits;
  requestDevice(descriptor?: object): Promise<DeviceLike>;
}

export interface Limits {
  readonly maxStorageBufferBindingSize: number;
  readonly maxBufferSize: number;
  readonly maxComputeWorkgroupsPerDimension: number;
}

export interface BufferLike {
  readonly size: number;
  destroy(): void;
  getMappedRange(offset?: number, size?: number): ArrayBuffer;
  mapAsync(mode: number, offset?: number, size?: number): Promise<void>;
  unmap(): void;
}

export interface PipelineLike {
  getBindGroupLayout(index: number): object;
}

export interface PassLike {
  setPipeline(pipeline: PipelineLike): void;
  setBindGroup(index: number, group: object): void;
  dispatchWorkgroups(x: number, y?: number): void;
  end(): void;
}

export interface EncoderLike {
  beginComputePass(): PassLike;
  copyBufferToBuffer(
    from: BufferLike,
    at: number,
    to: BufferLike,
    toAt: number,
    size: number,
  ): void;
  finish(): object;
}

export interface DeviceLike {
  readonly limits: Limits;
  readonly lost: Promise<{ reason: string; message: string }>;
  readonly queue: {
    writeBuffer(
      buffer: BufferLike,
      at: number,
      data: ArrayBufferView,
      from?: number,
      size?: number,
    ): void;
    submit(commands: object[]): void;
  };
  createBuffer(descriptor: { size: number; usage: number }): BufferLike;
  createShaderModule(descriptor: { code: string }): object;
  createComputePipelineAsync(descriptor: object): Promise<PipelineLike>;
  createBindGroup(descriptor: object): object;
  createCommandEncoder(): EncoderLike;
  pushErrorScope(filter: 'validation' | 'out-of-memory' | 'internal'): void;
  popErrorScope(): Promise<{ message: string } | null>;
  destroy(): void;
}

/** Where something was computed: a call with the setting device, or one of a GPU. */
export interface GPUReport {
  /** `cpu` if all rows were computed on the processor. */
  readonly device: 'webgpu' | 'cpu';
  /** The name of the GPU; '' if there is none. */
  readonly adapter: string;
  /** Why all or the last rows were computed on the processor; '' if they were not. */
  readonly why: string;
  /** Rows whose answer is that of the GPU; of fits, rows of the Gram matrix that it computed. */
  readonly rowsByGPU: number;
  /** Rows that the model computed; of fits, samples whose gradient was computed in float64. */
  readonly rowsAgain: number;
  /** The largest bound of a value of the GPU that was returned, or decided. */
  readonly bound: number;
  /** Of predictions: the largest bound of each row; 0 of rows that the model computed. */
  readonly bounds?: Float64Array;
  /** Of fits: the largest violation of the optimality conditions that is left, in float64. */
  readonly gap?: number;
}
