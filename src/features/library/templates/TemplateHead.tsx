import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, Button, Select, Space } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { crud } from '@/api/crudClient';
import { went } from '@/api/went';
import { DictCell, missing, OwnerCell } from '@/fields';
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

/** Facts and moves of a template. `unsaved`: the sheet has unsaved rows, which publishing would leave out. */
export function TemplateHead({ entity, template, unsaved }: { entity: Entity; template: AnyRow; unsaved: boolean }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const may = useMay();
  const isAdmin = useSession((session) => session.user?.isAdmin === true);
  const states = useDictionary('templateState');
  const versions = useVersions(entity, Number(template.series ?? 0));
  const [busy, setBusy] = useState(false);
  const calls = templateCalls(entity);
  const { id, state, edition } = template;
  const writable = isWritable(entity, template, isAdmin);
  const can = (action: ActionName) => may([permissionOf(entity, action)]);
  const open = (version: number) => void navigate(`${detailsPath(entity)}?id=${version}`);

  async function run(
    question: string | null,
    call: () => Promise<unknown>,
    done: string,
    danger = false,
  ): Promise<void> {
    if (question && !(await feedback.confirm(question, { danger }))) return;
    setBusy(true);
    const ok = await went(call());
    setBusy(false);
    if (ok) feedback.notify('success', done);
    await queries.invalidateQueries({ queryKey: ['list', entity.path] });
  }

  const revise = () =>
    run(
      null,
      async () => {
        const made = await calls.revise(id);
        if (made) open(made.id);
      },
      templateTexts.revised(Math.max(...versions.map((one) => Number(one.edition)), Number(edition)) + 1),
    );

  const copy = async () => {
    const made = await copyTemplate(entity, template);
    await queries.invalidateQueries({ queryKey: ['list', entity.path] });
    if (made) open(made);
  };

  const locked = !writable
    ? '平台模板由平台管理员维护；如需修改，请复制为本机构的模板'
    : state === 'draft'
      ? null
      : templateTexts.locked;
  return (
    <>
      <div className={styles.head}>
        <div>
          <h1 className={styles.title}>
            {String(template.name)}
            <Select
              size="small"
              aria-label="版次"
              value={id}
              options={
                versions.length
                  ? versions.map((one) => ({
                      value: one.id,
                      label: `${editionText(one.edition)} ${states.find(({ value }) => value === one.state)?.label ?? ''}`,
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
            <span>
              适用行业：
              <DictCell dict="industry" value={template.industry} />
            </span>
            <span>发布日期：{template.publishedOn === null ? missing : String(template.publishedOn)}</span>
            {typeof template.document === 'string' && (
              <FileLink id={template.document} size="small" label="查看模板文件" />
            )}
            {Boolean(template.remark) && <span>{String(template.remark)}</span>}
          </p>
        </div>
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
      </div>
      {locked && <Alert type="info" showIcon title={locked} />}
    </>
  );
}
