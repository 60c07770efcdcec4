import type { Plugin } from 'vite';
import { type Chunk, chunksOf, closure } from './builtFiles.ts';

// Which files of the build a page asks for as soon as its code runs. The server names them with the page itself, to the
// browsers of those who are signed in.

/**
 * What these modules are built into, with everything that they import at once; each less what those before it have.
 * What the index names itself comes first: it runs first.
 */
const wanted = {
  entry: /\/src\/main\.tsx$/,
  console: /\/src\/(app\/App\.tsx|session\/entryAnswers\.ts)$/,
  home: /\/src\/pages\/dashboard\/page\.tsx$/,
} as const;

/** Of the pages that the server writes itself: an entry of its own, which nothing before it has brought. */
const publicEntry = /\/src\/features\/publicity\/public\/enhance\.ts$/;

/** As `server/http/static.ts` reads it. */
export type FilesAhead = Readonly<Record<keyof typeof wanted | 'public', readonly string[]>>;

function filesAhead(all: readonly Chunk[]): FilesAhead {
  const chunks = new Map(all.map((chunk) => [chunk.fileName, chunk]));
  const holding = (pattern: RegExp): string[] =>
    all.filter(({ moduleIds }) => moduleIds.some((id) => pattern.test(id))).map(({ fileName }) => fileName);
  const known = new Set<string>();
  const withStyles = (names: readonly string[]): string[] =>
    names.flatMap((name) => [name, ...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
  const files = (pattern: RegExp): string[] => {
    const names = [...closure(chunks, holding(pattern))].filter((name) => !known.has(name));
    if (names.length === 0) throw new Error(`no chunk holds ${pattern}`);
    names.forEach((name) => known.add(name));
    return withStyles(names);
  };
  return {
    entry: files(wanted.entry),
    console: files(wanted.console),
    home: files(wanted.home),
    public: withStyles([...closure(chunks, holding(publicEntry))]),
  };
}

/**
 * Chromium compiles each function of such a file beside the page's own thread, while the file comes, not on that thread
 * when it is first
 * called (explicit compile hints). Of what the entry runs this would only keep it waiting; the console's comes while
 * the entry runs.
 */
const compileHint = '//# allFunctionsCalledOnLoad\n';

/** Writes `ahead.json` beside the index, and has what it names for the console compiled early. */
export function writeFilesAhead(): Plugin {
  return {
    name: 'files-ahead',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      // After Vite has put its list of files before the code: the hint holds for what comes after it.
      order: 'post',
      handler(_options, bundle) {
        const chunks = chunksOf(bundle);
        const ahead = filesAhead(chunks);
        this.emitFile({ type: 'asset', fileName: 'ahead.json', source: JSON.stringify(ahead) });
        for (const chunk of chunks)
          if (ahead.console.includes(chunk.fileName) || ahead.home.includes(chunk.fileName))
            chunk.code = compileHint + chunk.code;
      },
    },
  };
}
