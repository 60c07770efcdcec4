/** Fields of a built chunk that are used here. */
export interface Chunk {
  readonly type: 'chunk';
  readonly fileName: string;
  readonly facadeModuleId: string | null;
  readonly moduleIds: readonly string[];
  readonly imports: readonly string[];
  readonly dynamicImports: readonly string[];
  readonly isEntry: boolean;
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string>; readonly importedAssets: ReadonlySet<string> };
  code: string;
}

/** Returns chunks with all their static imports. */
export function closure(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): Set<string> {
  const seenNames = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || seenNames.has(name)) return;
    seenNames.add(name);
    chunk.imports.forEach(visit);
  };
  for (const name of names) visit(name);
  return seenNames;
}

/** Returns the chunks of a bundle. */
export const chunksOf = (bundle: Readonly<Record<string, { readonly type: string }>>): Chunk[] =>
  Object.values(bundle).filter((file): file is Chunk => file.type === 'chunk');
