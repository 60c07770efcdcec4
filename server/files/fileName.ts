import { trimMatching } from '@contract/fields/normalizeText';

// Control characters and direction marks: `gpj.exe` must not display as `exe.jpg` (QUALITY IN8).
const invisibleCharacters = /[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]/g;
const deviceNames = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i;
const maxLength = 255;

/**
 * Cleans a file name from a client: removes folders, invisible characters and characters that an operating system
 * refuses; at most 255 characters.
 */
export function shownName(raw: string | undefined): string {
  const last = (raw ?? '').split(/[/\\]/).at(-1) ?? '';
  const clean = trimMatching(last.replace(invisibleCharacters, '').replace(/[:*?"<>|]/g, '_'), /[\s.]/);
  const name = deviceNames.test(clean) ? `_${clean}` : clean || '未命名';
  if (name.length <= maxLength) return name;
  const extension = extensionOf(name);
  return extension ? `${name.slice(0, maxLength - extension.length - 1)}.${extension}` : name.slice(0, maxLength);
}

/** Returns the extension in lower case without the dot; empty without an extension. */
export const extensionOf = (name: string): string => /\.([a-z0-9]{1,10})$/i.exec(name)?.[1]?.toLowerCase() ?? '';

/**
 * Prefixes a download's name with the time of the request (`YYYY-MM-DD HH:mm:ss`), as the console names files (SPEC
 * §7).
 * @param moment time of the request, `YYYY-MM-DD HH:mm:ss`
 */
export const timestampedName = (name: string, moment: string): string =>
  shownName(`${moment.replace(' ', '_').replaceAll(':', '')}-${name}`);

/** Returns the Content-Disposition header (RFC 6266): an ASCII name for old clients, the full name in UTF-8. */
export function dispositionOf(name: string, inline: boolean): string {
  const asciiName = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.replace(/\p{Surrogate}/gu, '_')).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${inline ? 'inline' : 'attachment'}; filename="${asciiName}"; filename*=UTF-8''${encoded}`;
}
