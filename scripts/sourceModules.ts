import { existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * Returns a pattern that the ids of the named modules match.
 *
 * @param paths files of the repository, or folders with a slash at the end, which stand for every module below them
 * @throws Error if one of them does not exist: the build has to fail when a file is renamed, not lose a group of files
 */
export function sourceModules(...paths: readonly string[]): RegExp {
  const patterns = paths.map((path) => {
    const address = fileURLToPath(new URL(`../${path}`, import.meta.url));
    const isFolder = path.endsWith('/');
    if (!existsSync(address) || statSync(address).isDirectory() !== isFolder)
      throw new Error(`the build names ${path}, which does not exist`);
    const segments = path
      .replace(/\/$/, '')
      .split('/')
      .map((segment) => segment.replace(/[.$]/g, '\\$&'));
    return `[\\\\/]${segments.join('[\\\\/]')}${isFolder ? '[\\\\/]' : '$'}`;
  });
  return new RegExp(patterns.join('|'));
}
