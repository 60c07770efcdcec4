import { type KeyboardEvent, useState } from 'react';
import type { ImportRow } from '@contract/workbook/importWire';
import styles from './importDialog.module.css';

/**
 * Renders one editable cell of the import preview. Enter or leaving the cell applies the text, Esc discards it.
 * @param onCorrect called with the row's line, the column's header and the new text
 */
export function ImportCell({
  row,
  header,
  onCorrect,
}: {
  row: ImportRow;
  header: string;
  onCorrect: (line: number, header: string, text: string) => void;
}) {
  const [typedText, setTypedText] = useState<string | null>(null);
  const value = row.cells[header] ?? '';
  const errors = row.errors.filter((error) => error.header === header);
  const notices = row.notices.filter((notice) => notice.header === header);
  const change = row.changes.find((candidate) => candidate.header === header);

  if (typedText !== null) {
    const commitValue = () => {
      setTypedText(null);
      if (typedText !== value) onCorrect(row.line, header, typedText);
    };
    return (
      <input
        className={styles.input}
        // A click on the cell opens this input, so it gets the focus.
        autoFocus
        aria-label={`第${row.line}行 ${header}`}
        value={typedText}
        onChange={(event) => setTypedText(event.target.value)}
        onBlur={commitValue}
        onKeyDown={(event: KeyboardEvent) => {
          event.stopPropagation();
          if (event.key === 'Enter') {
            // Otherwise the same keystroke presses the button that replaces the input.
            event.preventDefault();
            commitValue();
          }
          if (event.key === 'Escape') setTypedText(null);
        }}
      />
    );
  }
  const explanation = [
    ...errors.map(({ message }) => message),
    ...notices.map(({ message, from, to }) => `${message}：“${from}”→“${to}”`),
    ...(change ? [`原值：${change.from || '（空）'}`] : []),
  ].join('；');
  const mark = errors.length
    ? styles.wrongCell
    : change
      ? styles.changedCell
      : notices.length
        ? styles.noticedCell
        : styles.cell;
  // The table gives buttons that are children of a cell its own line height.
  return (
    <div>
      <button
        type="button"
        className={mark}
        title={explanation || value}
        aria-label={`第${row.line}行 ${header} ${value || '空'}${explanation ? `，${explanation}` : ''}`}
        onClick={() => setTypedText(value)}
      >
        {notices.length && !errors.length ? (notices[0]?.to ?? value) : value || (errors.length ? '（空）' : '')}
      </button>
    </div>
  );
}
