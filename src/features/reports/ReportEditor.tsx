import { Alert } from 'antd';
import { type FocusEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { HeadForm } from '@/features/projects/HeadForm';
import { ProjectProblems } from '@/features/projects/ProjectProblems';
import { fieldOfInput } from '@/fields/PaneForm';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import type { FieldGap } from '@contract/features/fieldwork/samples/fieldGaps';
import { report as reportEntity } from '@contract/features/reports/entities/report';
import { type ReportContent, type ReportView, writtenSections } from '@contract/features/reports/reportContent';
import { sectionTitles } from '@contract/features/reports/reportDocument';
import { listsReportGaps, reportMachine } from '@contract/features/reports/reportMachine';
import { permissionOf } from '@contract/permissions';
import { mayEdit } from '@contract/workflow/stateMachine';
import { DecisionPanel } from './DecisionPanel';
import { gapInput } from './GapReasons';
import { ReportPaper } from './ReportPaper';
import { AutomaticTexts, sectionInput } from './SectionInput';
import styles from './reports.module.css';

const sectionInputs = Object.fromEntries(writtenSections.map((name) => [name, sectionInput(name)]));
const editPermissions = [permissionOf(reportEntity, 'edit')];

/** Applies the typed texts to the preview. An emptied text falls back to the generated one. */
function withTyped(
  content: ReportContent,
  automatic: ReportView['automatic'],
  typed: Readonly<Record<string, unknown>> | null,
): ReportContent {
  if (!typed || !automatic) return content;
  const texts = Object.fromEntries(
    writtenSections.map((name) => [
      name,
      name in typed
        ? typeof typed[name] === 'string' && typed[name].trim()
          ? typed[name].trim()
          : automatic[name]
        : content.texts[name],
    ]),
  );
  return {
    ...content,
    ...(typeof typed.title === 'string' ? { title: typed.title } : {}),
    texts: texts as ReportContent['texts'],
  };
}

/** Scrolls the preview to the section whose text gets the focus. */
function turnTo(section: string, scrollArea: Element | null | undefined): void {
  const title = Object.entries(sectionTitles).find(([name]) => name === section)?.[1];
  const heading =
    title &&
    [...(scrollArea?.querySelectorAll('[role="heading"]') ?? [])].find(({ textContent }) =>
      textContent?.endsWith(title),
    );
  if (scrollArea && heading)
    scrollArea.scrollTop += heading.getBoundingClientRect().top - scrollArea.getBoundingClientRect().top - 24;
}

interface ReportEditorProps {
  readonly row: AnyRow;
  /** Stage of the project. */
  readonly stage: unknown;
  readonly view: ReportView;
  readonly onSaved: () => void;
}

/** Texts at the left, preview at the right. */
export function ReportEditor({ row, stage, view, onSaved }: ReportEditorProps) {
  const may = useCan(editPermissions);
  const isLocked = !may || !mayEdit(reportMachine, String(row.state));
  const [typedTexts, setTypedTexts] = useState<Readonly<Record<string, unknown>> | null>(null);
  const page = useRef<HTMLDivElement>(null);
  // Deferred, because laying out the pages on each key would be slow.
  const deferredValues = useDeferredValue(typedTexts);
  const content = useMemo(
    () => (view.frozen ? view.content : withTyped(view.content, view.automatic, deferredValues)),
    [view, deferredValues],
  );
  // Changed results need a new decision.
  const linesKey = view.openLines.map(({ key, fingerprint }) => key + fingerprint).join();
  const { gaps } = view;
  // The inputs stay the same while the gaps do not change. A new component would lose the caret.
  const gapsJson = JSON.stringify(gaps.map(({ key, title }) => ({ key, title })));
  const inputs = useMemo(
    () => ({ ...sectionInputs, gapReasons: gapInput(JSON.parse(gapsJson) as readonly FieldGap[]) }) as never,
    [gapsJson],
  );
  const fields = [
    'title',
    'authorPart',
    'template',
    'assess',
    ...writtenSections,
    ...(gaps.length ? ['gapReasons'] : []),
    'remark',
  ];
  // A submitted report is shown as paper only.
  if (view.frozen) return <ReportPaper row={row} view={view} content={content} />;
  return (
    <div ref={page} className={styles.editor}>
      <div
        className={styles.words}
        onFocus={({ target }: FocusEvent) =>
          turnTo(fieldOfInput(target.id), page.current?.querySelector('[role="region"]'))
        }
      >
        {!listsReportGaps({ stage }, row) && <ProjectProblems title="提交前请处理" sentences={view.problems} />}
        {view.leftOut.length > 0 && (
          <Alert type="info" showIcon title={view.leftOut.join('；')} style={{ marginBottom: 12 }} />
        )}
        <DecisionPanel key={linesKey} report={row.id} lines={view.openLines} locked={isLocked} onSaved={onSaved} />
        <AutomaticTexts.Provider value={view.automatic}>
          <HeadForm
            entity={reportEntity}
            row={row}
            fields={fields}
            locked={isLocked}
            inputs={inputs}
            onValues={setTypedTexts}
            onSaved={onSaved}
          />
        </AutomaticTexts.Provider>
      </div>
      <ReportPaper row={row} view={view} content={content} />
    </div>
  );
}
