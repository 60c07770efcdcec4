// Runs in a child process (server/child) with a bounded heap and time: the parser is not trusted with uploads.
import { CFB, read, set_cptable, SSF } from 'xlsx';

const errorNames = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
  43: '#GETTING_DATA',
};
const maxMergedCells = 1_000_000;
const maxMerges = 20_000;

/** Names of code pages of workbooks before 1997; other Windows code pages are named by number. */
const codePages = {
  932: 'shift_jis',
  936: 'gb18030',
  949: 'euc-kr',
  950: 'big5',
  1200: 'utf-16le',
  1201: 'utf-16be',
  10000: 'macintosh',
  65001: 'utf-8',
};
const decoders = new Map();
function decoderOf(page) {
  let decoder = decoders.get(page);
  if (!decoder)
    decoders.set(
      page,
      (decoder = new TextDecoder(
        codePages[page] ?? (page >= 1250 && page <= 1258 ? `windows-${page}` : 'windows-1252'),
      )),
    );
  return decoder;
}
// Uses the runtime's code pages instead of the parser's own megabyte of tables.
const pages = {
  utils: {
    decode: (page, data) => decoderOf(page).decode(Uint8Array.from(data)),
    encode: (_page, text) => Buffer.from(text, 'latin1'),
  },
};

let dateFormats = new Map();
/**
 * Returns whether a cell is a date. East Asian built-in formats have no text in the parser's table; it shows them as
 * m/d/yy.
 */
function isDate(cell) {
  if (cell.z === undefined || cell.z === null) return /^\d{1,2}\/\d{1,2}\/\d{2}$/.test(cell.w ?? '');
  let known = dateFormats.get(cell.z);
  if (known === undefined) dateFormats.set(cell.z, (known = SSF.is_date(String(cell.z))));
  return known;
}

/** Packs a cell: a string is text, a number a plain number, null empty; others are a list that begins with the kind. */
function pack(cell, raw) {
  // A formula without stored result is kept: as a blank it would clear the row's value.
  if ((cell.f !== undefined || cell.F !== undefined) && !(raw && cell.v !== undefined && cell.t !== 'z'))
    return ['formula', String(cell.f ?? cell.F)];
  switch (cell.t) {
    case 's':
      return cell.v === '' || cell.v === undefined ? null : String(cell.v);
    case 'n':
      if (!Number.isFinite(cell.v)) return ['error', String(cell.w ?? cell.v)];
      if (isDate(cell)) return ['date', cell.v, String(cell.w ?? cell.v)];
      return cell.w === undefined || cell.w === String(cell.v) ? cell.v : ['number', cell.v, String(cell.w)];
    case 'b':
      return ['flag', Boolean(cell.v)];
    case 'e':
      return ['error', errorNames[cell.v] ?? String(cell.w ?? '#ERROR')];
    default:
      return null;
  }
}

/**
 * Packs rows. Column letters may reach millions, so only existing integer keys are visited, and far ones are refused.
 */
function packRows(data, columns, raw) {
  const rows = new Map();
  for (const line of Object.keys(data)) {
    const cells = [];
    for (const column of Object.keys(data[line] ?? {})) {
      const value = pack(data[line][column], raw);
      if (value === null) continue;
      if (!(Number(column) < columns)) throw new Error('columns');
      while (cells.length < Number(column)) cells.push(null);
      cells[Number(column)] = value;
    }
    if (cells.length) rows.set(Number(line), cells);
  }
  return rows;
}

/** Marks cells covered by a merge: they look filled to a person and must differ from empty ones. */
function markMerged(rows, merges, columns) {
  let left = maxMergedCells;
  for (const { s, e } of merges) {
    const last = Math.min(e.c, columns - 1);
    const lines =
      e.r - s.r > rows.size
        ? [...rows.keys()].filter((line) => line >= s.r && line <= e.r)
        : Array.from({ length: e.r - s.r + 1 }, (_, index) => s.r + index);
    left -= Math.max(1, lines.length) * Math.max(1, last - s.c + 1);
    if (left < 0) throw new Error('merges');
    for (const line of lines) {
      const cells = rows.get(line);
      if (!cells) continue;
      for (let column = s.c; column <= last; column += 1) {
        if (line === s.r && column === s.c) continue;
        while (cells.length <= column) cells.push(null);
        cells[column] = ['merged'];
      }
    }
  }
}

function answer({ bytes, sheet, sheetName, formulas, columns, raw }) {
  if (sheet === null) set_cptable(pages);
  // Unknown features are ignored; a sheet that can't be parsed is missing in the result.
  const book = read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: true,
    cellNF: true,
    cellHTML: false,
    nodim: true,
    sheetStubs: formulas,
    ...(sheet === null ? {} : { sheets: sheet }),
  });
  const sheets = sheet === null ? sheetsOf(book) : null;
  const first = () =>
    Math.max(
      0,
      [sheets.findIndex(({ filled, hidden }) => filled && !hidden), sheets.findIndex(({ hidden }) => !hidden)].find(
        (at) => at >= 0,
      ) ?? 0,
    );
  const chosen = sheet ?? (sheetName === undefined ? first() : Math.max(0, book.SheetNames.indexOf(sheetName)));
  const name = book.SheetNames[chosen];
  const data = book.Sheets[name]?.['!data'];
  if (name === undefined || data === undefined) throw new Error('unreadable');
  const rows = packRows(data, columns, raw);
  const merges = book.Sheets[name]['!merges'] ?? [];
  markMerged(rows, merges, columns);
  return {
    sheetName: name,
    sheetAt: chosen,
    rows: [...rows].sort(([one], [other]) => one - other),
    date1904: Boolean(book.Workbook?.WBProps?.date1904),
    sheets,
    merges: raw ? merges.slice(0, maxMerges).map(({ s, e }) => [s.r, e.r, s.c, e.c]) : [],
  };
}

function sheetsOf(book) {
  const filled = (name) =>
    (book.Sheets[name]?.['!data'] ?? []).some((row) => row?.some((cell) => cell?.t !== 'z' && cell?.v !== ''));
  return book.SheetNames.map((name, index) => ({
    name,
    hidden: Boolean(book.Workbook?.Sheets?.[index]?.Hidden),
    filled: filled(name),
  }));
}

/** Returns the cells of one sheet, or why there are none. */
export function parseBook(given) {
  // Clears the cache of formats: numbers mean other formats in another file.
  dateFormats = new Map();
  try {
    return answer(given);
  } catch (error) {
    const errorText = String(error?.message ?? error);
    return {
      failure: /password/i.test(errorText)
        ? 'encrypted'
        : ['columns', 'merges'].includes(errorText)
          ? errorText
          : 'unreadable',
    };
  }
}

/** Returns the workbook stream of a compound file; null where there is none of 1997 or later. */
export function workbookStream(bytes) {
  const entry = CFB.find(CFB.read(bytes, { type: 'array' }), '/Workbook');
  return entry ? Buffer.from(entry.content) : null;
}
