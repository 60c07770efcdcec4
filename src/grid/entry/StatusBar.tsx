import { Popover } from 'antd';
import { useState } from 'react';
import { deferredPart } from '@/lib/deferredPart';
import type { GridFault } from './model/faultList';
import styles from '../DataGrid.module.css';

/** Sum and mean with exact decimals, loaded with the first selection of several cells. */
const SelectionTotals = deferredPart(async () => (await import('./SelectionTotals')).SelectionTotals);

interface StatusBarProps {
  readonly rows: number;
  readonly unsaved: number;
  readonly faults: readonly GridFault[];
  /** Message of the active cell. */
  readonly fault: string | undefined;
  readonly savedAt: Date | null;
  readonly saving: boolean;
  readonly selectedTexts: readonly string[];
  readonly onFault: (fault: GridFault) => void;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');
const clockText = (date: Date): string =>
  `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}:${twoDigits(date.getSeconds())}`;
/** Largest number of errors in the list. */
const maxListed = 100;

/**
 * Line below the grid: number of rows, unsaved rows, list of errors, totals of the selection, time of the last save.
 */
export function StatusBar({ rows, unsaved, faults, fault, savedAt, saving, selectedTexts, onFault }: StatusBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles['status']} role="status" aria-live="polite" aria-label="表格状态">
      <span>共{rows}行</span>
      <span className={unsaved ? styles['unsaved'] : undefined}>
        {saving ? '正在保存…' : unsaved ? `未保存${unsaved}行` : '已全部保存'}
      </span>
      {faults.length > 0 && (
        <Popover
          trigger="click"
          placement="topLeft"
          open={open}
          onOpenChange={setOpen}
          content={
            <ol className={styles['faultList']} aria-label="有误的单元格">
              {faults.slice(0, maxListed).map((fault) => (
                <li key={`${fault.key} ${fault.name}`}>
                  <button
                    type="button"
                    onClick={() => {
                      setOpen(false);
                      onFault(fault);
                    }}
                  >
                    第{fault.row + 1}行{fault.title && ` ${fault.title}`}：{fault.message}
                  </button>
                </li>
              ))}
              {faults.length > maxListed && <li>还有{faults.length - maxListed}处</li>}
            </ol>
          }
        >
          <button type="button" className={styles['faultCount']}>
            有误{faults.length}处
          </button>
        </Popover>
      )}
      {fault && (
        <span className={styles['faultText']} title={fault}>
          {fault}
        </span>
      )}
      <span className={styles['space']} />
      {selectedTexts.length > 1 && <span>已选{selectedTexts.length}格</span>}
      <SelectionTotals wanted={selectedTexts.length > 1} texts={selectedTexts} />
      {savedAt && <span>上次保存 {clockText(savedAt)}</span>}
    </div>
  );
}
