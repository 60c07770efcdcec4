import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import type { DataGridModel } from '@/grid/DataGrid';
import { useGridCommands } from '@/grid/entry/commands/useGridCommands';
import { feedback } from '@/lib/feedback';
import { readBalanceLine } from '@contract/fields/balanceLine';
import { sheetMessages } from '@contract/workbook/sheetMessages';
import { balanceTexts } from './balanceTexts';
import { openBalance, type Balance } from './serialBalance';

/**
 * Returns a function that writes a line from the balance into the active cell and moves to the cell below. It ignores
 * unstable readings.
 */
function useWeighing(grid: DataGridModel): (line: string) => void {
  const commands = useGridCommands(grid);
  const latest = useRef(grid);
  latest.current = grid;
  return (line) => {
    const read = readBalanceLine(line);
    if (read === null) return;
    if ('fault' in read) {
      const message = sheetMessages[read.fault === 'range' ? 'balanceRange' : 'balanceUnstable'];
      return feedback.notify('warning', message);
    }
    const { head } = latest.current.now.current.history.present.selection;
    commands.type(head, line);
    const cellBelow = { row: Math.min(head.row + 1, latest.current.rows.length - 1), column: head.column };
    commands.select({ anchor: cellBelow, head: cellBelow, others: [] });
  };
}

/**
 * Connects a balance by Web Serial, if the browser supports it. Otherwise people paste the lines of the balance into
 * the cells.
 */
export function BalanceButton({ grid }: { readonly grid: DataGridModel }) {
  const takeLine = useRef<(line: string) => void>(() => undefined);
  takeLine.current = useWeighing(grid);
  const [balance, setBalance] = useState<Balance | null>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => () => void balance?.close(), [balance]);
  if (!('serial' in navigator)) return null;
  const connect = async () => {
    setBusy(true);
    try {
      const openedBalance = await openBalance((line) => takeLine.current(line));
      setBalance(openedBalance);
      void openedBalance.ended.then(() => setBalance((now) => (now === openedBalance ? null : now)));
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
