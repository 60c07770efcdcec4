import type { Plugin } from 'vite';
import { type Chunk, chunksOf, closure } from './builtFiles.ts';

// Lists the files of the build that a page loads at once. The server names them in the page for signed-in browsers.

/**
 * Modules whose chunks and static imports are listed; each list omits the files of the previous ones. The files of
 * the index come first, because they run first.
 */
const chunkPatterns = {
  entry: /\/src\/main\.tsx$/,
  console: /\/src\/(app\/App\.tsx|session\/entryAnswers\.ts)$/,
  home: /\/src\/pages\/dashboard\/page\.tsx$/,
} as const;

/** Pattern of the entry module of the pages that the server renders itself. */
const publicEntry = /\/src\/features\/publicity\/public\/enhance\.ts$/;

/** File names by use, for `server/http/staticFiles.ts`. */
export type PreloadFiles = Readonly<Record<keyof typeof chunkPatterns | 'public', readonly string[]>>;

function filesAhead(all: readonly Chunk[]): PreloadFiles {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const holding = (pattern: RegExp): string[] =>
    all.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id))).map(({ fileName }) => fileName);
  const knownNames = new Set<string>();
  const withStyles = (names: readonly string[]): string[] =>
    names.flatMap((name) => [name, ...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  const files = (pattern: RegExp): string[] => {
    const names = [...closure(chunks, holding(pattern))].filter((name) => !knownNames.has(name));
    if (names.length === 0) throw new Error(`no chunk holds ${pattern}`);
    names.forEach((name) => knownNames.add(name));
    return withStyles(names);
  };
  return {
    entry: files(chunkPatterns.entry),
    console: files(chunkPatterns.console),
    home: files(chunkPatterns.home),
    public: withStyles([...closure(chunks, holding(publicEntry))]),
  };
}

/**
 * Comment with which Chromium compiles all functions of a file on another thread while it loads (explicit compile
 * hints), instead of at their first call. It would only delay the entry; the console loads while the entry runs.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/**
 * Returns the Vite plugin that writes `ahead.json` beside the index and adds the compile hint to the console's files.
 */
export function writePreloadFiles(): Plugin {
  return {
    name: 'files-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // Runs after Vite has inserted its file list before the code, because the hint applies to the code after it.
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const aheadFiles = filesAhead(chunks);
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source: JSON.stringify(aheadFiles) });
        for (const chunk of chunks)
          if (aheadFiles.console.includes(chunk.fileName) || aheadFiles.home.includes(chunk.fileName))
            chunk.code = compileHint + chunk.code;
      },
    },
  };
}
