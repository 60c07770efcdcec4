import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { PaneForm } from '@/fields/PaneForm';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { verdictLabel } from '@contract/arithmetic/limits/resultJudgement';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  type LineWithDecision,
  type SubmittedDecision,
  decisionText,
  decisionTexts,
  maxDecisionLength,
} from '@contract/features/reports/judgement/openLines';
import { decideLines } from './reportCalls';
import styles from './reports.module.css';

type TypedDecisions = Readonly<Record<string, Pick<SubmittedDecision, 'choice' | 'words'> | undefined>>;

const decisionOptions = fixedDictionaries.lineDecision.map(({ value, label }) => ({ value, label }));
const nameOf = (index: number): string => `line${index}`;

/** Checks whether a decision was started or made. */
const isStarted = ({ choice, words }: Partial<SubmittedDecision> = {}): boolean => Boolean(choice ?? words?.trim());

function initialOf(lines: readonly LineWithDecision[]): TypedDecisions {
  return Object.fromEntries(
    lines.map(({ decision }, index) => [
      nameOf(index),
      decision ? { choice: decision.choice, words: decision.words } : undefined,
    ]),
  );
}

/** Returns the lines whose decision is new or changed. */
function changedLines(lines: readonly LineWithDecision[], typed: TypedDecisions): SubmittedDecision[] {
  return lines.flatMap(({ key, fingerprint, decision }, index) => {
    const now = typed[nameOf(index)];
    if (!now || !isStarted(now) || (decision?.choice === now.choice && decision.words === now.words.trim())) return [];
    return [{ key, fingerprint, choice: now.choice, words: now.words.trim() }];
  });
}

interface DecisionPanelProps {
  readonly report: number;
  readonly lines: readonly LineWithDecision[];
  readonly locked: boolean;
  readonly onSaved: () => void;
}

interface LineFieldsProps {
  readonly line: LineWithDecision;
  readonly index: number;
  /** True if the line is selected for a common decision; undefined if lines can't be selected. */
  readonly isChosen?: boolean | undefined;
  readonly onChosen: (chosen: boolean) => void;
}

function LineFields({ line, index, isChosen, onChosen }: LineFieldsProps) {
  const name = nameOf(index);
  const form = Form.useFormInstance<TypedDecisions>();
  /** Returns the rule of a field: a started line requires both parts, an untouched line may stay empty. */
  const requireBothParts = (message: string) => ({
    validator: (_: unknown, value: unknown) => {
      const startedLine = form.getFieldValue(name) as Partial<SubmittedDecision> | undefined;
      const isFilled = typeof value === 'string' && value.trim() !== '';
      return isFilled || !isStarted(startedLine) ? Promise.resolve() : Promise.reject(new Error(message));
    },
  });
  return (
    <li>
      <div className={styles.lineTitle}>
        {isChosen === undefined ? (
          line.title
        ) : (
          <Checkbox checked={isChosen} onChange={({ target }) => onChosen(target.checked)}>
            {line.title}
          </Checkbox>
        )}
      </div>
      <div className={styles.lineFacts}>
        <b>{verdictLabel(line.verdict)}</b>
        {line.shown && `　${line.shown}`}
        {line.reason && `　${line.reason}`}
      </div>
      {line.former && <div className={styles.lineFormer}>{decisionTexts.changed(decisionText(line.former))}</div>}
      <div className={styles.lineInputs}>
        <Form.Item name={[name, 'choice']} rules={[requireBothParts(decisionTexts.choiceMissing)]}>
          <Select
            options={decisionOptions}
            placeholder={decisionTexts.choice}
            aria-label={`${decisionTexts.choice}：${line.title}`}
          />
        </Form.Item>
        <Form.Item name={[name, 'words']} rules={[requireBothParts(decisionTexts.wordsMissing)]}>
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={maxDecisionLength}
            placeholder={decisionTexts.words}
            aria-label={`${decisionTexts.words}：${line.title}`}
          />
        </Form.Item>
      </div>
    </li>
  );
}

interface SameDecisionProps {
  readonly count: number;
  readonly chosenCount: number;
  readonly onAll: (all: boolean) => void;
  readonly onGiven: (decision: Pick<SubmittedDecision, 'choice' | 'words'>) => void;
}

/** Copies one decision into several lines, where it can be edited. */
function SameDecision({ count, chosenCount, onAll, onGiven }: SameDecisionProps) {
  const [choice, setChoice] = useState<string>();
  const [words, setWords] = useState('');
  const applyDecision = () => {
    if (!chosenCount) return feedback.notify('warning', decisionTexts.noneChosen);
    if (!choice) return feedback.notify('warning', decisionTexts.choiceMissing);
    if (!words.trim()) return feedback.notify('warning', decisionTexts.wordsMissing);
    onGiven({ choice, words: words.trim() });
  };
  return (
    <div role="group" aria-label={decisionTexts.same} className={styles.same}>
      <div className={styles.sameHead}>
        <Checkbox
          checked={chosenCount === count}
          indeterminate={chosenCount > 0 && chosenCount < count}
          onChange={({ target }) => onAll(target.checked)}
        >
          {decisionTexts.all}
        </Checkbox>
        <span>{decisionTexts.chosen(chosenCount)}</span>
        <Button onClick={applyDecision}>{decisionTexts.same}</Button>
      </div>
      <div className={styles.lineInputs}>
        <Select<string>
          options={decisionOptions}
          placeholder={decisionTexts.choice}
          aria-label={`${decisionTexts.same}：${decisionTexts.choice}`}
          onChange={setChoice}
        />
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={maxDecisionLength}
          placeholder={decisionTexts.words}
          value={words}
          aria-label={`${decisionTexts.same}：${decisionTexts.words}`}
          onChange={({ target }) => setWords(target.value)}
        />
      </div>
    </div>
  );
}

/** Lists results without a verdict, with the reason and a decision for each. */
export function DecisionPanel({ report, lines, locked, onSaved }: DecisionPanelProps) {
  const [form] = Form.useForm<TypedDecisions>();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosenIndexes, setChosenIndexes] = useState<ReadonlySet<number>>(new Set());
  usePageDirty('reportDecisions', dirty);
  if (!lines.length) return null;
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const decidedLines = changedLines(lines, values);
    if (!decidedLines.length) return feedback.notify('warning', decisionTexts.none);
    setBusy(true);
    try {
      feedback.notify('success', await decideLines(report, decidedLines));
      setDirty(false);
      onSaved();
    } catch {
      // The client has shown the error; the input stays.
    } finally {
      setBusy(false);
    }
  };
  const hasSeveral = lines.length > 1 && !locked;
  const choose = (at: number, isChosen: boolean) =>
    setChosenIndexes((now) => new Set(isChosen ? [...now, at] : [...now].filter((index) => index !== at)));
  const chooseAll = (isChosen: boolean) => setChosenIndexes(new Set(isChosen ? lines.keys() : []));
  const applyDecision = (decision: Pick<SubmittedDecision, 'choice' | 'words'>) => {
    form.setFieldsValue(Object.fromEntries([...chosenIndexes].map((at) => [nameOf(at), decision])));
    setDirty(true);
  };
  return (
    <section className={styles.decisions} aria-label={decisionTexts.title}>
      <h3>{decisionTexts.title}</h3>
      <p>{decisionTexts.intro(lines.length)}</p>
      <PaneForm
        form={form}
        component="div"
        disabled={locked || busy}
        initialValues={initialOf(lines)}
        onValuesChange={() => setDirty(true)}
      >
        {hasSeveral && (
          <SameDecision
            count={lines.length}
            chosenCount={chosenIndexes.size}
            onAll={chooseAll}
            onGiven={applyDecision}
          />
        )}
        <ol>
          {lines.map((line, at) => (
            <LineFields
              key={line.key}
              line={line}
              index={at}
              isChosen={hasSeveral ? chosenIndexes.has(at) : undefined}
              onChosen={(isChosen) => choose(at, isChosen)}
            />
          ))}
        </ol>
      </PaneForm>
      {!locked && (
        <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
          {decisionTexts.save}
        </Button>
      )}
    </section>
  );
}
