import { Alert, Button, Radio } from 'antd';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useLabels } from '@/session/dictionaryStore';
import { type AnyRow, type Entity, fieldOf, labelOf } from '@contract/entity';
import { failures } from '@contract/messages';
import { cellText } from '../cellText';
import { differencesOf, type FieldDifference, mergeOf } from './mergeConflict';
import styles from './conflict.module.css';

interface ConflictPanelProps {
  readonly entity: Entity;
  readonly base: AnyRow;
  readonly mine: Readonly<Record<string, unknown>>;
  readonly theirs: AnyRow;
  readonly onTake: (values: Record<string, unknown>) => void;
}

interface DifferenceRowProps {
  readonly label: string;
  readonly difference: FieldDifference;
  /** The values as cells show them. */
  readonly shown: Readonly<Record<'base' | 'mine' | 'theirs', string>>;
  readonly choice: 'mine' | 'theirs' | undefined;
  readonly onChoose: (choice: 'mine' | 'theirs') => void;
}

/** One field that differs, with a choice if both people changed it. */
function DifferenceRow({ label, difference: { base, mine, clash }, shown, choice, onChoose }: DifferenceRowProps) {
  const isTheirs = JSON.stringify(base ?? null) === JSON.stringify(mine ?? null);
  return (
    <tr className={clash ? styles.clash : undefined}>
      <th scope="row">{label}</th>
      <td>{shown.base}</td>
      <td>{shown.mine}</td>
      <td>{shown.theirs}</td>
      <td>
        {clash ? (
          <Radio.Group
            size="small"
            value={choice}
            onChange={(event) => onChoose(event.target.value as 'mine' | 'theirs')}
            options={[
              { value: 'mine', label: '我的' },
              { value: 'theirs', label: '对方的' },
            ]}
          />
        ) : isTheirs ? (
          '对方的'
        ) : (
          '我的'
        )}
      </td>
    </tr>
  );
}

/**
 * Compares both versions after a 409, field by field, and lets the person choose where both changed a field.
 * @param base row as it was read
 * @param mine values of the form
 * @param theirs row as the server has it now
 * @param onTake called with the merged values
 */
export function ConflictPanel({ entity, base, mine, theirs, onTake }: ConflictPanelProps) {
  const labels = useLabels(entity);
  const differences = useMemo(() => differencesOf(entity, base, mine, theirs), [entity, base, mine, theirs]);
  const [choices, setChoices] = useState<Record<string, 'mine' | 'theirs'>>({});
  const openFieldDifferences = differences.filter(({ name, clash }) => clash && !choices[name]);
  const show = (name: string, value: unknown, row: Readonly<Record<string, unknown>>) => {
    const field = fieldOf(entity, name);
    return field ? cellText(field, value, row, name, labels) : String(value ?? '');
  };
  const updatedBy = `${String(theirs.updateByName ?? '其他人')} 于 ${theirs.updateTime}`;
  // Gets the focus, because it appears above a form that may be scrolled far down.
  const section = useRef<HTMLElement>(null);
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className={styles.conflict} aria-label="修改冲突">
      <Alert
        type="warning"
        showIcon
        title={failures.stale}
        description={`${updatedBy} 保存了修改。只有一方改过的内容会自动合并；双方都改过的请选择以哪一个为准。`}
      />
      <table>
        <thead>
          <tr>
            <th scope="col">字段</th>
            <th scope="col">原值</th>
            <th scope="col">我的修改</th>
            <th scope="col">对方的修改</th>
            <th scope="col">采用</th>
          </tr>
        </thead>
        <tbody>
          {differences.map((difference) => (
            <DifferenceRow
              key={difference.name}
              label={labelOf(entity, difference.name)}
              difference={difference}
              shown={{
                base: show(difference.name, difference.base, base),
                mine: show(difference.name, difference.mine, {}),
                theirs: show(difference.name, difference.theirs, theirs),
              }}
              choice={choices[difference.name]}
              onChoose={(choice) => setChoices((before) => ({ ...before, [difference.name]: choice }))}
            />
          ))}
        </tbody>
      </table>
      <div className={styles.conflictButtons}>
        {openFieldDifferences.length > 0 && <span>还有{openFieldDifferences.length}处需要选择</span>}
        <Button
          onClick={() =>
            onTake(mergeOf(differences, Object.fromEntries(differences.map(({ name }) => [name, 'mine']))))
          }
        >
          全部以我的为准
        </Button>
        <Button onClick={() => onTake(Object.fromEntries(differences.map(({ name, theirs: their }) => [name, their])))}>
          放弃我的修改，载入最新
        </Button>
        <Button
          type="primary"
          disabled={openFieldDifferences.length > 0}
          onClick={() => onTake(mergeOf(differences, choices))}
        >
          合并
        </Button>
      </div>
    </section>
  );
}
