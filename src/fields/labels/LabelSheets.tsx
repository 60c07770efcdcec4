import { QRCodeSVG } from 'qrcode.react';
import { createPortal } from 'react-dom';
import { type LabelSize, pagesOf } from './labelSizes';
import styles from './labels.module.css';

/** Content of a label. */
export interface LabelRow {
  readonly id: number;
  readonly sampleNo: string;
  readonly sampleKind: string;
  readonly hazardName: string | null;
  /** Origin of the sample, or its kind. */
  readonly origin: string;
  readonly day: string;
}

interface LabelSheetsProps {
  readonly samples: readonly LabelRow[];
  readonly size: LabelSize;
  readonly skippedCount: number;
}

/** Renders one sample's label: its number as a QR code and as text, and enough to identify it by eye. */
export function Label({ row }: { readonly row: LabelRow }) {
  return (
    <div className={styles.label} data-label={row.sampleNo}>
      <QRCodeSVG className={styles.code ?? ''} value={row.sampleNo} level="M" marginSize={1} title={row.sampleNo} />
      <div className={styles.words}>
        <strong className={styles.no}>{row.sampleNo}</strong>
        <span className={styles.hazard}>{row.hazardName}</span>
        <span className={styles.place}>{row.origin}</span>
        <span>{row.day}</span>
      </div>
    </div>
  );
}

/** Renders the sheets for the printer. Everything else of the open page is hidden in print. */
export function LabelSheets({ samples, size, skippedCount }: LabelSheetsProps) {
  const { page, label, columns } = size;
  return createPortal(
    <div className={styles.sheets} data-print="labels">
      <style>{`@page { size: ${page.width}mm ${page.height}mm; margin: 0; } @media print { body > *:not([data-print]) { display: none !important; } html, body { height: auto !important; margin: 0 !important; overflow: visible !important; background: #fff !important; } }`}</style>
      {pagesOf(samples, size, skippedCount).map((labelPlaces, index) => (
        // The index identifies a page; pages never move.
        // oxlint-disable-next-line react/no-array-index-key
        <div
          key={index}
          className={styles.page}
          style={{
            width: `${page.width}mm`,
            height: `${page.height}mm`,
            gridTemplateColumns: `repeat(${columns}, ${label.width}mm)`,
            gridAutoRows: `${label.height}mm`,
          }}
        >
          {labelPlaces.map((row, place) => (row ? <Label key={row.id} row={row} /> : <div key={`empty-${place}`} />))}
        </div>
      ))}
    </div>,
    document.body,
  );
}
