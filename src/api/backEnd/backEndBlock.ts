import type { Calls } from './resourceCalls';

// Back end of the page. The build, or the person who installs the files, writes it into index.html as a block of data
// (scripts/backEnd.ts). Without a block, the back end has the origin of the page and follows the conventions of our
// server.

interface BackEnd {
  /** Origin of the API, without a slash at its end; empty for the origin of the page. */
  readonly base?: string;
  /** Settings of the calls of a list (SPEC §7), by the entity's path. */
  readonly lists?: Readonly<Record<string, Calls>>;
}

/** Id of the block. scripts/backEnd.ts writes the block, server/http/securityHeaders.ts reads it. */
const blockId = 'back-end';

function readBlock(): BackEnd {
  const block = typeof document === 'undefined' ? null : document.getElementById(blockId);
  try {
    const parsedBlock: unknown = block ? JSON.parse(block.textContent) : {};
    return typeof parsedBlock === 'object' && parsedBlock !== null ? parsedBlock : {};
  } catch {
    return {};
  }
}

const config = readBlock();

/** Prefix of every path of the API: an origin, or empty. */
export const apiBase: string = config.base ?? '';

/** Returns the installation's settings of a list's calls, which override all others. */
export const installationCallsOf = (path: string): Calls => config.lists?.[path] ?? {};
