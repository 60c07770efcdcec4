import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { DataGridModel } from '@/grid/DataGrid';
import { useGridCommands } from '@/grid/entry/commands/useGridCommands';
import { nowText } from '@/lib/dateTexts';
import { feedback } from '@/lib/feedback';
import { readBalanceLine } from '@contract/fields/balanceLine';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { balanceTexts } from './balanceTexts';
import { openBalance, type Balance } from './serialBalance';

/** Columns with time and balance of a weighing, by the beginning of the names of its columns. */
const circumstances = [
  { of: /^before\d/, time: 'beforeAt', balance: 'beforeBalance' },
  { of: /^after\d/, time: 'afterAt', balance: null },
] as const;

/** Length of a time to the minute, `2026-03-02 09:10`. */
const toMinute = 16;

/**
 * Returns a function that writes a line from the balance into the active cell and moves to the cell below. Empty cells
 * for the time and the balance of this weighing are filled, too. It ignores unstable readings.
 * @param balanceNo number of the balance; null where it is unknown
 */
function useWeighing(grid: DataGridModel, balanceNo: string | null): (line: string) => void {
  const commands = useGridCommands(grid);
  const latest = useRef(grid);
  latest.current = grid;
  return (line) => {
    const balanceReading = readBalanceLine(line);
    if (balanceReading === null) return;
    if ('fault' in balanceReading) {
      const message = sheetMessages[balanceReading.fault === 'range' ? 'balanceRange' : 'balanceUnstable'];
      return feedback.notify('warning', message);
    }
    const { head } = latest.current.now.current.history.present.selection;
    const { columns, rows } = latest.current;
    commands.type(head, line);
    const fillEmpty = (name: string | null, text: string | null) => {
      const column = columns.findIndex((candidate) => candidate.name === name);
      if (column >= 0 && text && name && !rows[head.row]?.values[name]) commands.type({ row: head.row, column }, text);
    };
    const circumstance = circumstances.find(({ of }) => of.test(columns[head.column]?.name ?? ''));
    fillEmpty(circumstance?.time ?? null, nowText().slice(0, toMinute));
    fillEmpty(circumstance?.balance ?? null, balanceNo);
    const cellBelow = { row: Math.min(head.row + 1, latest.current.rows.length - 1), column: head.column };
    commands.select({ anchor: cellBelow, head: cellBelow, others: [] });
  };
}

/**
 * Connects a balance by Web Serial, if the browser supports it. Otherwise people paste the lines of the balance into
 * the cells.
 */
export function BalanceButton({
  grid,
  balanceNo,
}: {
  readonly grid: DataGridModel;
  readonly balanceNo: string | null;
}) {
  const takeLine = useRef<(line: string) => void>(() => undefined);
  takeLine.current = useWeighing(grid, balanceNo);
  const [balance, setBalance] = useState<Balance | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void balance?.close(), [balance]);
  if (!('serial' in navigator)) return null;
  const connect = async () => {
    setBusy(true);
    try {
      const openedBalance = await openBalance((line) => takeLine.current(line));
      setBalance(openedBalance);
      void openedBalance.ended.then(() =>
        setBalance((currentBalance) => (currentBalance === openedBalance ? null : currentBalance)),
      );
      feedback.notify('success', balanceTexts.connected);
    } catch (error) {
      // The person closed the browser's dialog without choosing a port.
      if (!(error instanceof DOMException && error.name === 'NotFoundError'))
        feedback.notify('error', balanceTexts.failed);
    }
    setBusy(false);
  };
  return balance ? (
    <>
      <Button onClick={() => void balance.ask()}>{balanceTexts.ask}</Button>
      <Button onClick={() => setBalance(null)}>{balanceTexts.disconnect}</Button>
    </>
  ) : (
    <Button loading={busy} title={balanceTexts.hint} onClick={() => void connect()}>
      {balanceTexts.connect}
    </Button>
  );
}
