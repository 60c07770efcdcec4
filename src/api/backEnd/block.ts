import type { Calls } from './resourceCalls';

// Which back end a page speaks to. The build, or whoever puts the files up, writes it into index.html as a block of data
// (scripts/backEnd.ts); without one the back end is where the page came from and speaks as our server does.

interface BackEnd {
  /** Origin of the API, without a slash at its end; empty: where the page came from. */
  readonly base?: string;
  /** How the back end wants the calls of a list (SPEC §7), by the entity's path. */
  readonly lists?: Readonly<Record<string, Calls>>;
}

/** The block's id; scripts/backEnd.ts writes it, server/http/headers.ts reads it. */
const blockId = 'back-end';

function read(): BackEnd {
  const block = typeof document === 'undefined' ? null : document.getElementById(blockId);
  try {
    const told: unknown = block ? JSON.parse(block.textContent) : {};
    return typeof told === 'object' && told !== null ? told : {};
  } catch {
    return {};
  }
}

const told = read();

/** Before every path of the API: an origin, or nothing. */
export const apiBase: string = told.base ?? '';

/** Returns the installation's settings of a list's calls, which override all others. */
export const callsToldFor = (path: string): Calls => told.lists?.[path] ?? {};
