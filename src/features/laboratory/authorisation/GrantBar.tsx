import { Button, DatePicker, Input } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useEffect, useState } from 'react';
import { succeeded } from '@/api/succeeded';
import { feedback } from '@/lib/feedback';
import { useCan } from '@/session/useCan';
import { dateFormat } from '@contract/constants';
import type { Entity } from '@contract/entity';
import { maxGrants } from '@contract/features/laboratory/tasks/labTasks';
import { labTaskTexts } from '@contract/features/laboratory/tasks/taskTexts';
import { permissionOf } from '@contract/permissions';
import type { GrantedDays } from './authorisationCalls';
import { cellsByPlace, type ChosenCell, type ItemCell, type ItemMatrix } from './authorisationMatrix';
import styles from './matrix.module.css';

/** Kind of items that are granted: methods or duties. */
export interface GrantKind {
  readonly entity: Pick<Entity, 'name'>;
  /** Counting word and name of an item: 个方法. */
  readonly counted: string;
  /** Text that is shown while nothing is chosen. */
  readonly hint: string;
  readonly question: (authorisations: number) => string;
  readonly grant: (draft: GrantedDays, items: readonly string[]) => Promise<string>;
  readonly withdraw: (authorisations: readonly ItemCell[]) => Promise<string>;
}

interface GrantBarProps {
  readonly kind: GrantKind;
  readonly matrix: ItemMatrix;
  readonly chosen: ChosenCell;
  readonly onDone: () => void;
}

/** Returns the chosen people and items, and the existing authorisations among their cells. */
function selectionOf(matrix: GrantBarProps['matrix'], chosen: GrantBarProps['chosen']) {
  const [personIds, items] = [[...chosen.persons], [...chosen.items]];
  const cellAt = cellsByPlace(matrix.cells);
  const selectedCells = personIds.flatMap((personId) => items.flatMap((item) => cellAt(personId, item) ?? []));
  const count = personIds.length * items.length;
  return { persons: personIds, items, selectedCells, count, onlyCell: count === 1 ? selectedCells[0] : undefined };
}

/** Typed period and certificate. A single existing authorisation presets them. */
function useGrantDays(today: string, onlyCell: ItemCell | undefined) {
  const [days, setDays] = useState<readonly [Dayjs, Dayjs]>(() => [
    dayjs(today),
    dayjs(today).add(1, 'year').subtract(1, 'day'),
  ]);
  const [certificateNo, setCertificateNo] = useState('');
  useEffect(() => {
    if (!onlyCell) return;
    setDays([dayjs(onlyCell.validFrom), dayjs(onlyCell.validUntil)]);
    setCertificateNo(onlyCell.certificateNo ?? '');
  }, [onlyCell]);
  return { days, setDays, certificateNo, setCertificateNo };
}

/** Returns a function that runs one request at a time and reloads the matrix after a success. */
function useGrantCall(onDone: () => void) {
  const [busy, setBusy] = useState(false);
  const runAndReload = async (work: () => Promise<unknown>) => {
    if (busy) return;
    setBusy(true);
    const hasSucceeded = await succeeded(work());
    setBusy(false);
    if (hasSucceeded) onDone();
  };
  return { busy, runAndReload };
}

interface SelectionTextProps {
  readonly kind: GrantKind;
  readonly selection: ReturnType<typeof selectionOf>;
}

/** Says how many authorisations are chosen and how many of them exist already. */
function SelectionText({ kind, selection: { persons, items, selectedCells, count } }: SelectionTextProps) {
  if (!count) return kind.hint;
  return (
    <>
      已选<b>{persons.length}</b>人 × <b>{items.length}</b>
      {kind.counted}
      {selectedCells.length > 0 &&
        (selectedCells.length === count ? '，已有授权' : `，其中${selectedCells.length}项已有授权`)}
      {count > maxGrants && <b className={styles.late}>　{labTaskTexts.tooMany(maxGrants)}</b>}
    </>
  );
}

/** Grants the chosen people the chosen items for a period, or withdraws them. */
export function GrantBar({ kind, matrix, chosen, onDone }: GrantBarProps) {
  const [mayGrant, mayWithdraw] = [
    useCan([permissionOf(kind.entity, 'add')]),
    useCan([permissionOf(kind.entity, 'del')]),
  ];
  const selection = selectionOf(matrix, chosen);
  const { persons, items, selectedCells, count } = selection;
  const { days, setDays, certificateNo, setCertificateNo } = useGrantDays(matrix.today, selection.onlyCell);
  const { busy, runAndReload } = useGrantCall(onDone);
  if (!mayGrant && !mayWithdraw) return null;
  const save = () =>
    runAndReload(async () => {
      const [from, until] = days;
      feedback.notify(
        'success',
        await kind.grant(
          {
            persons,
            validFrom: from.format(dateFormat),
            validUntil: until.format(dateFormat),
            ...(certificateNo.trim() ? { certificateNo: certificateNo.trim() } : {}),
          },
          items,
        ),
      );
    });
  const takeAway = async () => {
    if (
      !(await feedback.confirm(kind.question(selectedCells.length), {
        danger: true,
        okText: '撤销授权',
      }))
    )
      return;
    await runAndReload(async () => {
      await kind.withdraw(
        matrix.cells.filter(({ person, item }) => chosen.persons.has(person) && chosen.items.has(item)),
      );
      feedback.notify('success', labTaskTexts.withdrawn(selectedCells.length));
    });
  };
  return (
    <div className={styles.bar}>
      <span role="status">
        <SelectionText kind={kind} selection={selection} />
      </span>
      {mayGrant && (
        <DatePicker.RangePicker
          aria-label="授权日期至有效期"
          value={[days[0], days[1]]}
          allowClear={false}
          onChange={(next) => next?.[0] && next[1] && setDays([next[0], next[1]])}
        />
      )}
      {mayGrant && (
        <Input
          aria-label="上岗证或授权书编号"
          placeholder="上岗证或授权书编号"
          maxLength={60}
          value={certificateNo}
          onChange={({ target }) => setCertificateNo(target.value)}
          style={{ width: 200 }}
        />
      )}
      {mayWithdraw && (
        <Button danger disabled={!selectedCells.length} loading={busy} onClick={() => void takeAway()}>
          撤销授权{selectedCells.length > 1 ? `（${selectedCells.length}项）` : ''}
        </Button>
      )}
      {mayGrant && (
        <Button type="primary" disabled={!count || count > maxGrants} loading={busy} onClick={() => void save()}>
          {selectedCells.length === count && count ? '更改有效期' : '授权'}
          {count > 1 ? `（${count}项）` : ''}
        </Button>
      )}
    </div>
  );
}
