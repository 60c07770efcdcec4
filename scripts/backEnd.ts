import type { Plugin } from 'vite';

// Writes into index.html which back end the console uses (src/api/backEnd/backEndBlock.ts). Without this block it uses
// the server that delivered the page.

/**
 * Returns the block of data for index.html.
 * @param base VITE_API_BASE: origin of the API, e.g. `https://api.example.cn`
 * @param lists VITE_API_LISTS: JSON that describes the list calls, by the entity's path
 * @returns undefined where neither is given
 * @throws Error at the build where one of them can't be parsed
 */
export function backEndBlock(base: string | undefined, lists: string | undefined): string | undefined {
  const blockData = {
    ...(base ? { base: originOf(base) } : {}),
    ...(lists ? { lists: JSON.parse(lists) as unknown } : {}),
  };
  // Escapes `<`, so that the text can't close its script element.
  return Object.keys(blockData).length ? JSON.stringify(blockData).replaceAll('<', '\\u003c') : undefined;
}

function originOf(base: string): string {
  const url = new URL(base);
  if (!/^https?:$/.test(url.protocol)) throw new Error(`VITE_API_BASE ${base} is no http address`);
  return url.href.replace(/\/+$/, '');
}

/** Returns the Vite plugin that writes the block from VITE_API_BASE and VITE_API_LISTS. */
export function tellBackEnd(): Plugin {
  let block: string | undefined;
  return {
    name: 'back-end',
    configResolved({ env }) {
      const { VITE_API_BASE: base, VITE_API_LISTS: lists } = env as Record<string, string | undefined>;
      block = backEndBlock(base, lists);
    },
    transformIndexHtml: () =>
      block
        ? [
            {
              tag: 'script',
              attrs: { type: 'application/json', id: 'back-end' },
              children: block,
              injectTo: 'head-prepend',
            },
          ]
        : [],
  };
}
