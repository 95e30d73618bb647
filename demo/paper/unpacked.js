/** The bytes of a file without gzip. */
export async function unpacked(bytes, name) {
  // Some servers unpack such files on the way.
  if (!name.endsWith('.gz') || bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
