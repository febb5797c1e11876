/** All parts of a source that is read part by part. */
export async function allParts<Part>(source: AsyncIterable<Part>): Promise<Part[]> {
  const parts: Part[] = [];
  for await (const part of source) parts.push(part);
  return parts;
}
