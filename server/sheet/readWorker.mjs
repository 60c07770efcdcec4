// Runs in a thread of its own, with a bounded heap and a clock against it: the parser is not trusted with what people upload.
// Plain JavaScript, so that it runs alike from the sources, under the tests and beside the bundle.
import { parentPort, workerData } from 'node:worker_threads';
import { read, SSF } from 'xlsx';

const { bytes, sheet, columns } = workerData;
const errorNames = { 0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A', 43: '#GETTING_DATA' };
const mostMergedCells = 1_000_000;

const dateFormats = new Map();
/** East Asian built-in formats have no text in the parser's table at first; it shows them as m/d/yy. */
function isDate(cell) {
  if (cell.z === undefined || cell.z === null) return /^\d{1,2}\/\d{1,2}\/\d{2}$/.test(cell.w ?? '');
  let known = dateFormats.get(cell.z);
  if (known === undefined) dateFormats.set(cell.z, (known = SSF.is_date(String(cell.z))));
  return known;
}

/** A string is a text, a number a plain number, null nothing; the rest is a list that begins with its sort. */
function pack(cell) {
  if (cell.f !== undefined || cell.F !== undefined) return ['formula', String(cell.f ?? cell.F)];
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

/** Columns of a lettered address run in the millions; only own integer keys are walked, and far ones refused. */
function packRows(data) {
  const rows = new Map();
  for (const line of Object.keys(data)) {
    const cells = [];
    for (const column of Object.keys(data[line] ?? {})) {
      const value = pack(data[line][column]);
      if (value === null) continue;
      if (!(Number(column) < columns)) throw new Error('columns');
      while (cells.length < Number(column)) cells.push(null);
      cells[Number(column)] = value;
    }
    if (cells.length) rows.set(Number(line), cells);
  }
  return rows;
}

/** Cells that a merge covers look filled to a person; they are marked, and told apart from empty ones. */
function markMerged(rows, merges) {
  let left = mostMergedCells;
  for (const { s, e } of merges) {
    const last = Math.min(e.c, columns - 1);
    const lines = e.r - s.r > rows.size ? [...rows.keys()].filter((line) => line >= s.r && line <= e.r) : Array.from({ length: e.r - s.r + 1 }, (_, index) => s.r + index);
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

function answer() {
  // Unknown features are passed over; a sheet that can't be parsed comes back missing.
  const book = read(bytes, { type: 'array', dense: true, cellFormula: true, cellNF: true, cellHTML: false, nodim: true, ...(sheet === null ? {} : { sheets: sheet }) });
  const filled = (name) => (book.Sheets[name]?.['!data'] ?? []).some((row) => row?.some((cell) => cell?.t !== 'z' && cell?.v !== ''));
  const visible = (_, index) => !book.Workbook?.Sheets?.[index]?.Hidden;
  const chosen = sheet ?? Math.max(0, book.SheetNames.findIndex((name, index) => visible(name, index)));
  const name = book.SheetNames[chosen];
  const data = book.Sheets[name]?.['!data'];
  if (name === undefined || data === undefined) throw new Error('unreadable');
  const rows = packRows(data);
  markMerged(rows, book.Sheets[name]['!merges'] ?? []);
  return {
    sheetName: name,
    rows: [...rows].sort(([one], [other]) => one - other),
    date1904: Boolean(book.Workbook?.WBProps?.date1904),
    otherSheets: sheet === null ? book.SheetNames.filter((other, index) => index !== chosen && visible(other, index) && filled(other)) : [],
  };
}

try {
  parentPort.postMessage(answer());
} catch (error) {
  const said = String(error?.message ?? error);
  parentPort.postMessage({ failure: /password/i.test(said) ? 'encrypted' : ['columns', 'merges'].includes(said) ? said : 'unreadable' });
}
