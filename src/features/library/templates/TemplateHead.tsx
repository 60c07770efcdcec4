import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { succeeded } from '@/api/succeeded';
import { DictCell, emptyCellText, OwnerCell } from '@/fields';
import { FileLink } from '@/fields/preview/FileLink';
import { feedback } from '@/lib/feedback';
import { isWritable } from '@/listEditor';
import { useDictionary } from '@/session/dictionaryStore';
import { useSession } from '@/session/sessionStore';
import { useMay } from '@/session/useCan';
import type { AnyRow, Entity } from '@contract/entity';
import { editionText, templateTexts } from '@contract/features/library/templateTexts';
import { type ActionName, permissionOf } from '@contract/permissions';
import { copyTemplate } from './copyTemplate';
import { templateCalls } from './templateCalls';
import { detailsPath } from './templateKind';
import styles from './templates.module.css';

/** Loads all versions of the template, newest first. */
function useVersions(entity: Entity, series: number) {
  const { data } = useQuery({
    queryKey: ['list', entity.path, 'versions', series],
    queryFn: ({ signal }) => crud(entity).list({ series, page: 0, size: 200, sort: 'edition,desc' }, signal),
    enabled: series > 0,
    retry: false,
  });
  return data?.content ?? [];
}

interface TemplateProps {
  readonly entity: Entity;
  readonly template: AnyRow;
  /** All versions, newest first. */
  readonly versions: readonly AnyRow[];
}

/** Returns a function that opens a version on the page. */
function useOpenVersion(entity: Entity) {
  const navigate = useNavigate();
  return (version: number) => void navigate(`${detailsPath(entity)}?id=${version}`);
}

/** Returns the functions that copy, revise, publish and retire the template. */
function useTemplateCalls({ entity, template, versions }: TemplateProps) {
  const queryClient = useQueryClient();
  const open = useOpenVersion(entity);
  const [busy, setBusy] = useState(false);
  const calls = templateCalls(entity);
  const { id, edition } = template;

  async function run(
    question: string | null,
    call: () => Promise<unknown>,
    successMessage: string,
    danger = false,
  ): Promise<void> {
    if (question && !(await feedback.confirm(question, { danger }))) return;
    setBusy(true);
    const ok = await succeeded(call());
    setBusy(false);
    if (ok) feedback.notify('success', successMessage);
    await queryClient.invalidateQueries({ queryKey: ['list', entity.path] });
  }

  const revise = () =>
    run(
      null,
      async () => {
        const newVersion = await calls.revise(id);
        if (newVersion) open(newVersion.id);
      },
      templateTexts.revised(Math.max(...versions.map((version) => Number(version.edition)), Number(edition)) + 1),
    );

  const copy = async () => {
    const copyId = await copyTemplate(entity, template);
    await queryClient.invalidateQueries({ queryKey: ['list', entity.path] });
    if (copyId) open(copyId);
  };

  return { busy, calls, run, revise, copy };
}

interface TemplateButtonsProps extends TemplateProps {
  /** True if the sheet has unsaved rows, which publishing would leave out. */
  readonly unsaved: boolean;
  readonly writable: boolean;
}

function TemplateButtons(props: TemplateButtonsProps) {
  const { entity, template, unsaved, writable } = props;
  const { id, state } = template;
  const hasPermission = useMay();
  const can = (action: ActionName) => hasPermission([permissionOf(entity, action)]);
  const { busy, calls, run, revise, copy } = useTemplateCalls(props);
  return (
    <Space wrap>
      {can('copy') && (
        <Button disabled={busy} onClick={() => void copy()}>
          复制
        </Button>
      )}
      {state === 'published' && writable && can('status') && (
        <Button
          danger
          disabled={busy}
          onClick={() => void run(templateTexts.confirmRetire, () => calls.retire(id), templateTexts.retired, true)}
        >
          停用
        </Button>
      )}
      {state !== 'draft' && writable && can('edit') && (
        <Button type="primary" loading={busy} onClick={() => void revise()}>
          修订
        </Button>
      )}
      {state === 'draft' && writable && can('status') && (
        <Button
          type="primary"
          loading={busy}
          onClick={() =>
            unsaved
              ? feedback.notify('warning', templateTexts.saveFirst)
              : void run(templateTexts.confirmPublish, () => calls.publish(id), templateTexts.published)
          }
        >
          发布
        </Button>
      )}
    </Space>
  );
}

/** Facts of an own layout: what it is for, control number, approval, and the day from which it is valid. */
function LayoutFacts({ layout }: { readonly layout: AnyRow }) {
  const { kind, methodKind, controlNo, validFrom, approvedBy, approvedAt } = layout;
  return (
    <>
      <span>
        适用文件：
        <DictCell dict="layoutKind" value={kind} />
        {methodKind !== null && (
          <>
            （<DictCell dict="labMethodKind" value={methodKind} />）
          </>
        )}
      </span>
      <span>受控编号：{String(controlNo ?? emptyCellText)}</span>
      <span>生效日期：{String(validFrom ?? emptyCellText)}</span>
      <span>批准：{approvedBy === null ? emptyCellText : `${String(approvedBy)} ${String(approvedAt)}`}</span>
    </>
  );
}

/** Name, version, owner and other facts. */
function TemplateFacts({ entity, template, versions }: TemplateProps) {
  const { id, state, edition } = template;
  const states = useDictionary('templateState');
  const open = useOpenVersion(entity);
  return (
    <div>
      <h1 className={styles.title}>
        {String(template.name)}
        <Select
          size="small"
          aria-label="版次"
          value={id}
          options={
            versions.length
              ? versions.map((version) => ({
                  value: version.id,
                  label: `${editionText(version.edition)} ${states.find(({ value }) => value === version.state)?.label ?? ''}`,
                }))
              : [{ value: id, label: editionText(edition) }]
          }
          onChange={open}
          popupMatchSelectWidth={false}
        />
        <DictCell dict="templateState" value={state} />
      </h1>
      <p className={styles.facts}>
        <span>
          归属：
          <OwnerCell row={template} />
        </span>
        {'industry' in entity.fields && (
          <span>
            适用行业：
            <DictCell dict="industry" value={template.industry} />
          </span>
        )}
        {'controlNo' in entity.fields && <LayoutFacts layout={template} />}
        <span>发布日期：{template.publishedOn === null ? emptyCellText : String(template.publishedOn)}</span>
        {typeof template.document === 'string' && (
          <FileLink
            id={template.document}
            size="small"
            label={entity.name === 'paperLayout' ? '版式文件' : '查看模板文件'}
          />
        )}
        {Boolean(template.remark) && <span>{String(template.remark)}</span>}
      </p>
    </div>
  );
}

/** Facts and moves of a template. `unsaved`: the sheet has unsaved rows, which publishing would leave out. */
export function TemplateHead({ entity, template, unsaved }: { entity: Entity; template: AnyRow; unsaved: boolean }) {
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const versions = useVersions(entity, Number(template.series ?? 0));
  const { state } = template;
  const writable = isWritable(entity, template, isAdmin);
  const lockReason = !writable
    ? '平台模板由平台管理员维护；如需修改，请复制为本机构的模板'
    : state === 'draft'
      ? null
      : templateTexts.locked;
  return (
    <>
      <div className={styles.head}>
        <TemplateFacts entity={entity} template={template} versions={versions} />
        <TemplateButtons
          entity={entity}
          template={template}
          unsaved={unsaved}
          versions={versions}
          writable={writable}
        />
      </div>
      {lockReason && <Alert type="info" showIcon title={lockReason} />}
    </>
  );
}
