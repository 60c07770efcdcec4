// What the lists of a laboratory that moves in mean, told here a second time and in the plainest way, so that the
// import is compared with the lists and not with itself.

const two = (text: string | number): string => String(text).padStart(2, '0');

/** The day of a text: its last one for a month, the end of time for 长期; none for another text. */
export function dayOf(text: string): string | null {
  if (text.startsWith('长期')) return '2099-12-31';
  const [year, month, day] = (/^\d{4}/.test(text) ? text : '').match(/\d+/g) ?? [];
  if (!year || !month) return null;
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return `${year}-${two(month)}-${two(day ?? last)}`;
}

/** The number at the beginning of a text, in thousands and ten thousands too. */
export function numberOf(text: string): string | null {
  const digits = /\d[\d,.]*/.exec(text)?.[0]?.replaceAll(',', '');
  if (digits === undefined) return null;
  return text.includes('万') ? String(Math.round(Number(digits) * 10_000)) : digits;
}

const units: Readonly<Record<string, string>> = { 瓶: 'bottle', 支: 'ampoule', 盒: 'box', 包: 'bag', 个: 'piece' };

/** The unit of an amount: bottles where the list says none. */
export const unitOf = (text: string): string => units[text.replace(/[\d\s.]/g, '')] ?? 'bottle';

const states: readonly (readonly [word: string, value: string])[] = [
  ['报废', 'scrapped'],
  ['停用', 'stopped'],
  ['封存', 'stopped'],
  ['修', 'repairing'],
  ['检', 'calibrating'],
];
/** The state of an instrument. */
export const stateOf = (text: string): string => states.find(([word]) => text.includes(word))?.[1] ?? 'in';

/** The absolute uncertainty of a value: a percentage is a share of it. */
export function uncertaintyOf(text: string, value: string): string | null {
  const share = /(\d+(?:\.\d+)?)%/.exec(text)?.[1];
  if (share !== undefined) return String((Number(share) * Number(numberOf(value))) / 100);
  return text === '' ? null : numberOf(text);
}

/** The codes of project types that the lists name: DJ is the organization's own code of 定期检测. */
export const typeOf = (text: string): string | null =>
  text === ''
    ? null
    : text.startsWith('现状')
      ? 'XZ'
      : text.startsWith('委托')
        ? 'WT'
        : text.startsWith('控制')
          ? 'KX'
          : 'DJ';
