import { Button, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { feedback } from '@/lib/feedback';
import { usePageDirty } from '@/session/tabs/pageState';
import { verdictLabel } from '@contract/arithmetic/limits/judgement';
import { fixedDictionaries } from '@contract/dictionaries';
import {
  type AskedLine,
  type DecidedLine,
  decisionText,
  decisionTexts,
  mostDecisionWords,
} from '@contract/features/reports/judgement/openLines';
import { decideLines } from './reportCalls';
import styles from './reports.module.css';

type Typed = Readonly<Record<string, Pick<DecidedLine, 'choice' | 'words'> | undefined>>;

const choices = fixedDictionaries.lineDecision.map(({ value, label }) => ({ value, label }));
const nameOf = (at: number): string => `line${at}`;

/** Checks whether a decision was started or made. */
const given = ({ choice, words }: Partial<DecidedLine> = {}): boolean => Boolean(choice ?? words?.trim());

function initialOf(lines: readonly AskedLine[]): Typed {
  return Object.fromEntries(
    lines.map(({ decision }, at) => [
      nameOf(at),
      decision ? { choice: decision.choice, words: decision.words } : undefined,
    ]),
  );
}

/** Returns the lines whose decision is new or changed. */
function changed(lines: readonly AskedLine[], typed: Typed): DecidedLine[] {
  return lines.flatMap(({ key, fingerprint, decision }, at) => {
    const now = typed[nameOf(at)];
    if (!now || !given(now) || (decision?.choice === now.choice && decision.words === now.words.trim())) return [];
    return [{ key, fingerprint, choice: now.choice, words: now.words.trim() }];
  });
}

interface DecisionPanelProps {
  readonly report: number;
  readonly lines: readonly AskedLine[];
  readonly locked: boolean;
  readonly onSaved: () => void;
}

interface LineFieldsProps {
  readonly line: AskedLine;
  readonly at: number;
  /** True if the line is selected for a common decision; undefined if lines can't be selected. */
  readonly chosen?: boolean | undefined;
  readonly onChosen: (chosen: boolean) => void;
}

function LineFields({ line, at, chosen, onChosen }: LineFieldsProps) {
  const name = nameOf(at);
  const form = Form.useFormInstance<Typed>();
  /** Returns the rule of a field: a started line requires both parts, an untouched line may stay empty. */
  const asked = (message: string) => ({
    validator: (_: unknown, value: unknown) => {
      const begun = form.getFieldValue(name) as Partial<DecidedLine> | undefined;
      const told = typeof value === 'string' && value.trim() !== '';
      return told || !given(begun) ? Promise.resolve() : Promise.reject(new Error(message));
    },
  });
  return (
    <li>
      <div className={styles.lineTitle}>
        {chosen === undefined ? (
          line.title
        ) : (
          <Checkbox checked={chosen} onChange={({ target }) => onChosen(target.checked)}>
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
        <Form.Item name={[name, 'choice']} rules={[asked(decisionTexts.choiceMissing)]}>
          <Select
            options={choices}
            placeholder={decisionTexts.choice}
            aria-label={`${decisionTexts.choice}：${line.title}`}
          />
        </Form.Item>
        <Form.Item name={[name, 'words']} rules={[asked(decisionTexts.wordsMissing)]}>
          <Input.TextArea
            autoSize={{ minRows: 1, maxRows: 4 }}
            maxLength={mostDecisionWords}
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
  readonly chosen: number;
  readonly onAll: (all: boolean) => void;
  readonly onGiven: (decision: Pick<DecidedLine, 'choice' | 'words'>) => void;
}

/** Copies one decision into several lines, where it can be edited. */
function SameDecision({ count, chosen, onAll, onGiven }: SameDecisionProps) {
  const [choice, setChoice] = useState<string>();
  const [words, setWords] = useState('');
  const give = () => {
    if (!chosen) return feedback.notify('warning', decisionTexts.noneChosen);
    if (!choice) return feedback.notify('warning', decisionTexts.choiceMissing);
    if (!words.trim()) return feedback.notify('warning', decisionTexts.wordsMissing);
    onGiven({ choice, words: words.trim() });
  };
  return (
    <div role="group" aria-label={decisionTexts.same} className={styles.same}>
      <div className={styles.sameHead}>
        <Checkbox
          checked={chosen === count}
          indeterminate={chosen > 0 && chosen < count}
          onChange={({ target }) => onAll(target.checked)}
        >
          {decisionTexts.all}
        </Checkbox>
        <span>{decisionTexts.chosen(chosen)}</span>
        <Button onClick={give}>{decisionTexts.same}</Button>
      </div>
      <div className={styles.lineInputs}>
        <Select<string>
          options={choices}
          placeholder={decisionTexts.choice}
          aria-label={`${decisionTexts.same}：${decisionTexts.choice}`}
          onChange={setChoice}
        />
        <Input.TextArea
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={mostDecisionWords}
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
  const [form] = Form.useForm<Typed>();
  const [dirty, setDirty] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  usePageDirty('reportDecisions', dirty);
  if (!lines.length) return null;
  const save = async () => {
    const values = await form.validateFields().catch(() => undefined);
    if (!values) return;
    const decided = changed(lines, values);
    if (!decided.length) return feedback.notify('warning', decisionTexts.none);
    setBusy(true);
    try {
      feedback.notify('success', await decideLines(report, decided));
      setDirty(false);
      onSaved();
    } catch {
      // The client has shown the error; the input stays.
    } finally {
      setBusy(false);
    }
  };
  const several = lines.length > 1 && !locked;
  const choose = (at: number, on: boolean) =>
    setChosen((now) => new Set(on ? [...now, at] : [...now].filter((one) => one !== at)));
  const chooseAll = (all: boolean) => setChosen(new Set(all ? lines.keys() : []));
  const give = (decision: Pick<DecidedLine, 'choice' | 'words'>) => {
    form.setFieldsValue(Object.fromEntries([...chosen].map((at) => [nameOf(at), decision])));
    setDirty(true);
  };
  return (
    <section className={styles.decisions} aria-label={decisionTexts.title}>
      <h3>{decisionTexts.title}</h3>
      <p>{decisionTexts.intro(lines.length)}</p>
      <Form
        form={form}
        component="div"
        disabled={locked || busy}
        initialValues={initialOf(lines)}
        onValuesChange={() => setDirty(true)}
      >
        {several && <SameDecision count={lines.length} chosen={chosen.size} onAll={chooseAll} onGiven={give} />}
        <ol>
          {lines.map((line, at) => (
            <LineFields
              key={line.key}
              line={line}
              at={at}
              chosen={several ? chosen.has(at) : undefined}
              onChosen={(on) => choose(at, on)}
            />
          ))}
        </ol>
      </Form>
      {!locked && (
        <Button type="primary" loading={busy} disabled={!dirty} onClick={() => void save()}>
          {decisionTexts.save}
        </Button>
      )}
    </section>
  );
}
