/** The part of a built chunk that is asked for here. */
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

/** Chunks with everything that they import at once. */
export function closure(chunks: ReadonlyMap<string, Chunk>, names: Iterable<string>): Set<string> {
  const seen = new Set<string>();
  const visit = (name: string): void => {
    const chunk = chunks.get(name);
    if (!chunk || seen.has(name)) return;
    seen.add(name);
    chunk.imports.forEach(visit);
  };
  for (const name of names) visit(name);
  return seen;
}

/** The chunks among what was built. */
export const chunksOf = (bundle: Readonly<Record<string, { readonly type: string }>>): Chunk[] =>
  Object.values(bundle).filter((one): one is Chunk => one.type === 'chunk');
