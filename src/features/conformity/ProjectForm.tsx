import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { failureOf } from '@/api/callFailures';
import { newId } from '@/lib/newId';
import { Notice, NoticeButton, RetryNotice } from '@/lib/notice/Notice';
import { useCan } from '@/session/useCan';
import type { AnyRow } from '@contract/entity';
import { serviceForm } from '@contract/features/conformity/entities/serviceForm';
import { formOf } from '@contract/features/conformity/forms/allServiceForms';
import { formTexts } from '@contract/features/conformity/forms/formTexts';
import { permissionOf } from '@contract/permissions';
import { addForm, fetchUnfinishedForm } from './formCalls';

interface ProjectFormProps {
  readonly kind: string;
  readonly project: number;
  /** Renders the form of an id. */
  readonly children: (id: number) => ReactNode;
}

const addPermissions = [permissionOf(serviceForm, 'add')];

/** Shows a project's unfinished form of a kind. Where there is none, it offers to create it. */
export function ProjectForm({ kind, project, children }: ProjectFormProps) {
  const mayAdd = useCan(addPermissions);
  const [adding, setAdding] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const idempotencyKey = useRef(newId());
  const {
    data: form,
    error,
    isFetching,
    refetch,
  } = useQuery({
    queryKey: ['list', serviceForm.path, 'unfinished', kind, project],
    queryFn: async ({ signal }) => (await fetchUnfinishedForm(kind, project, signal)) ?? null,
    refetchOnMount: 'always',
    retry: false,
  });
  const [addedForm, setAddedForm] = useState<AnyRow>();
  // A form that is signed completely meanwhile stays.
  const [id, setId] = useState<number>();
  const foundId = isFetching ? undefined : (addedForm ?? form)?.id;
  useEffect(() => {
    if (foundId !== undefined) setId((shownId) => shownId ?? foundId);
  }, [foundId]);
  const add = async () => {
    setAdding(true);
    try {
      setAddedForm(await addForm(kind, project, idempotencyKey.current));
    } catch (error_) {
      setRefusal(failureOf(error_).pageText);
    } finally {
      setAdding(false);
    }
  };
  if (id !== undefined) return children(id);
  if (error)
    return <RetryNotice title="表单加载失败" text={failureOf(error).pageText} onRetry={() => void refetch()} />;
  if (isFetching || foundId !== undefined) return <Skeleton active />;
  const title = formOf(kind)?.title ?? serviceForm.label;
  return (
    <Notice title={formTexts.none(title)} text={refusal ?? (mayAdd ? formTexts.addHint : formTexts.noPermission)}>
      {mayAdd && (
        <NoticeButton first disabled={adding} onClick={() => void add()}>
          {formTexts.add(title)}
        </NoticeButton>
      )}
    </Notice>
  );
}
