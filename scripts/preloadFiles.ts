import type { Plugin } from 'vite';
import { type Chunk, chunksOf, closure } from './builtFiles.ts';
import { sourceModules } from './sourceModules.ts';

// Lists the files of the build that a page loads at once. The server names them in the page for signed-in browsers.

/**
 * Modules whose chunks and static imports are listed; each list omits the files of the previous ones. The files of
 * the index come first, because they run first.
 */
const chunkPatterns = {
  entry: sourceModules('src/main.tsx'),
  console: sourceModules('src/app/App.tsx', 'src/session/prefetchedAnswers.ts'),
  home: sourceModules('src/pages/dashboard/page.tsx'),
} as const;

/** Pattern of the entry module of the pages that the server renders itself. */
const publicEntry = sourceModules('src/features/publicity/public/enhancePage.ts');

/** File names by use, for `server/http/staticFiles.ts`. */
export type PreloadFiles = Readonly<Record<keyof typeof chunkPatterns | 'public', readonly string[]>>;

function filesAhead(all: readonly Chunk[]): PreloadFiles {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const holding = (pattern: RegExp): string[] =>
    all.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id))).map(({ fileName }) => fileName);
  const knownNames = new Set<string>();
  const files = (pattern: RegExp, omitted: ReadonlySet<string> = new Set()): string[] => {
    const names = [...closure(chunks, holding(pattern))].filter((name) => !omitted.has(name));
    if (names.length === 0) throw new Error(`no chunk holds ${pattern}`);
    return names.flatMap((name) => [name, ...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  };
  const newFiles = (pattern: RegExp): string[] => {
    const names = files(pattern, knownNames);
    names.forEach((name) => knownNames.add(name));
    return names;
  };
  return {
    entry: newFiles(chunkPatterns.entry),
    console: newFiles(chunkPatterns.console),
    home: newFiles(chunkPatterns.home),
    public: files(publicEntry),
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
