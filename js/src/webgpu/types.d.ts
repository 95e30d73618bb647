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
