import { useIsFetching, useQuery } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import { MissingList } from '@/features/projects/missing/MissingItems';
import { LastMoveNotice } from '@/features/projects/moves/LastMoveNotice';
import { MoveButtons } from '@/features/projects/moves/MoveButtons';
import { InvalidSignatures } from '@/features/projects/moves/SignatureMark';
import { useNextSignature } from '@/features/projects/moves/useNextSignature';
import { fetchTimeline } from '@/features/projects/projectCalls';
import { DictCell } from '@/fields';
import { deferredPart } from '@/lib/deferredPart';
import { PageDrawer } from '@/session/overlays';
import { usePageName } from '@/session/tabs/pageState';
import { curvePartOf } from '@contract/features/laboratory/curves/curvePlan';
import { labSheet } from '@contract/features/laboratory/entities/labSheet';
import { methodRoutes, methods } from '@contract/features/laboratory/methods/methodCatalogue';
import type { MethodRoute } from '@contract/features/laboratory/methods/methodDefinition';
import { blankGapTexts, samplesWithoutBlank } from '@contract/features/laboratory/sheets/blankGaps';
import { layoutOfSheet } from '@contract/features/laboratory/sheets/labWork';
import { recordMachine } from '@contract/features/laboratory/sheets/recordMachine';
import { sheetGroupTexts } from '@contract/features/laboratory/sheets/sheetGroup';
import { recalculationTexts } from '@contract/features/laboratory/sheetTexts';
import type { MethodPageProps } from '../methodPages';
import { workKey } from '../useRecordPage';
import { GroupTabs } from './GroupTabs';
import { useSubmissionGaps } from './useSubmissionGaps';
import styles from '../methods.module.css';

const StepTimeline = deferredPart(async () => (await import('@/features/projects/moves/StepTimeline')).StepTimeline);
const ResultChanges = deferredPart(async () => (await import('./ResultChanges')).ResultChanges);
const UsedLots = deferredPart(async () => (await import('./UsedLots')).UsedLots);

/**
 * Returns the related pages of a record, in the order of the work. A method may have several curve pages or previews:
 * only those of this record's layout and the open page are returned.
 */
function sisterRoutes(route: MethodRoute, layout: string): MethodRoute[] {
  const variantRoutes = methodRoutes.filter(
    ({ method, variant }) => method === route.method && variant === route.variant,
  );
  const wantedParts: Partial<Record<MethodRoute['kind'], string>> = { curve: curvePartOf(layout), preview: layout };
  return variantRoutes.filter(
    ({ kind, part, path }) =>
      path === route.path ||
      wantedParts[kind] === undefined ||
      part === wantedParts[kind] ||
      !variantRoutes.some(
        (otherMethodRoute) => otherMethodRoute.kind === kind && otherMethodRoute.part === wantedParts[kind],
      ),
  );
}

const methodTitles: ReadonlyMap<string, string> = new Map(methods.map(({ key, title }) => [key, title]));

/** Returns the title of a page without the method's name. */
const nameOf = ({ title, method }: MethodRoute): string =>
  title.replace(/^来样/, '').replace(methodTitles.get(method) ?? '', '') || title;

/** Returns the notes of a record's moves, and the reason that its submission asks for. */
function handInOf(work: MethodPageProps['work']) {
  const samplesMissingBlank = [
    ...new Set([
      ...samplesWithoutBlank(work),
      ...(work.group?.members ?? []).flatMap(({ withoutBlank }) => withoutBlank),
    ]),
  ];
  const names = work.group?.members.map(({ hazardName }) => hazardName);
  const blankNote = samplesMissingBlank.length ? blankGapTexts.missing(samplesMissingBlank) : null;
  const notesOf = (key: string) =>
    [names && sheetGroupTexts.note(names), key === 'submit' && blankNote].filter(Boolean).join('。') || undefined;
  const notes = Object.fromEntries(recordMachine.moves.map(({ key }) => [key, notesOf(key)]));
  return { notes, reasonLabels: blankNote ? { submit: blankGapTexts.reason } : {} };
}

/** Method, analyst, number of samples and day of a record. */
function SheetFacts({ work: { sheet, method } }: Pick<MethodPageProps, 'work'>) {
  return (
    <p className={styles.facts}>
      <span title={method.title}>
        检测依据：{method.standardNo} {method.title}
      </span>
      <span>检测人：{String(sheet.analystName ?? '–')}</span>
      <span>样品：{sheet.sampleCount ?? 0}个</span>
      <span>检测日期：{sheet.testDate ?? '–'}</span>
      {sheet.variant === 'incoming' && <span>来样，仅对来样负责</span>}
    </p>
  );
}

/** Links to the other pages of the record. */
function SheetPageLinks({ work: { sheet, project }, route }: Pick<MethodPageProps, 'work' | 'route'>) {
  const query = new URLSearchParams({ belongProject: String(project.id), phyId: String(sheet.id) }).toString();
  return (
    <nav className={styles.tabs} aria-label="检测记录的页面">
      {sisterRoutes(route, layoutOfSheet(sheet).key).map((sibling) => (
        <Link
          key={sibling.path}
          to={`${sibling.path}?${query}`}
          className={styles.tab}
          aria-current={sibling.path === route.path ? 'page' : undefined}
        >
          {nameOf(sibling)}
        </Link>
      ))}
    </nav>
  );
}

/** Frame of a record's pages: number, unit, hazard, state, next actions and links to related pages. */
export function SheetFrame({ work, route, reload, children }: MethodPageProps & { readonly children: ReactNode }) {
  const [wayOpen, setWayOpen] = useState(false);
  const [lotsOpen, setLotsOpen] = useState(false);
  const [changesOpen, setChangesOpen] = useState(false);
  const { sheet, project, locked } = work;
  usePageName(String(sheet.sheetNo));
  const timeline = useQuery({
    queryKey: [...workKey(sheet.id), 'timeline', sheet.version],
    queryFn: ({ signal }) => fetchTimeline(labSheet, sheet.id, signal),
    retry: false,
  });
  // A save has increased the version, and the new one is being loaded.
  const waiting = useIsFetching({ queryKey: workKey(sheet.id), exact: true }) > 0;
  const handIn = handInOf(work);
  const gaps = useSubmissionGaps(work, sisterRoutes(route, layoutOfSheet(sheet).key), route.path);
  const openNextSignature = useNextSignature(recordMachine);
  return (
    <section className={styles.page} aria-label={`${route.title} ${String(sheet.sheetNo)}`}>
      <header className={styles.head}>
        <div className={styles.headline}>
          <h1 className={styles.title}>
            <span className={styles.code}>{String(sheet.sheetNo)}</span>
            <span>{String(sheet.hazardName)}</span>
            <span className={styles.unit} title={project.unitName}>
              {project.unitName}
            </span>
            <DictCell dict="recordState" value={sheet.state} />
          </h1>
          <div className={styles.actions}>
            <Button onClick={() => setLotsOpen(true)}>所用批次</Button>
            <Button onClick={() => setChangesOpen(true)}>{recalculationTexts.title}</Button>
            <Button onClick={() => setWayOpen(true)}>办理记录</Button>
            <MoveButtons
              entity={labSheet}
              row={sheet}
              timeline={timeline.data}
              asSeen={work.asSeen}
              batchRows={work.group?.members.map(({ id, version }) => ({ id, version }))}
              waiting={waiting}
              missing={{ submit: gaps }}
              {...handIn}
              onMoved={(madeMove) => {
                void reload();
                if (madeMove) void openNextSignature(madeMove);
              }}
            />
          </div>
        </div>
        <SheetFacts work={work} />
        <GroupTabs work={work} route={route} reload={reload} />
        <SheetPageLinks work={work} route={route} />
        <MissingList items={gaps ?? []} />
      </header>
      <InvalidSignatures timeline={timeline.data} />
      <LastMoveNotice timeline={timeline.data} reason={sheet.state === recordMachine.initial} />
      {locked && <Alert type="info" showIcon title={locked} />}
      <div className={styles.body}>{children}</div>
      <PageDrawer
        open={wayOpen}
        size={400}
        title={`${String(sheet.sheetNo)} 的办理记录`}
        onClose={() => setWayOpen(false)}
      >
        <StepTimeline wanted={wayOpen} timeline={timeline.data} failed={timeline.isError} />
      </PageDrawer>
      <PageDrawer
        open={lotsOpen}
        size={520}
        title={`${String(sheet.sheetNo)} 的所用批次`}
        onClose={() => setLotsOpen(false)}
      >
        {lotsOpen && <UsedLots wanted sheet={sheet.id} version={sheet.version} />}
      </PageDrawer>
      <PageDrawer
        open={changesOpen}
        size={440}
        title={`${String(sheet.sheetNo)} 的${recalculationTexts.title}`}
        onClose={() => setChangesOpen(false)}
      >
        {changesOpen && <ResultChanges wanted sheet={sheet.id} version={sheet.version} />}
      </PageDrawer>
    </section>
  );
}
