import { useQuery } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
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
}

const addPermissions = [permissionOf(serviceForm, 'add')];

/** Opens a project's unfinished form of a kind. Where there is none, it offers to create it. */
export function ProjectForm({ kind, project }: ProjectFormProps) {
  const [, setSearch] = useSearchParams();
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
  const id = isFetching ? undefined : (addedForm ?? form)?.id;
  useEffect(() => {
    if (id !== undefined) setSearch({ id: String(id) }, { replace: true });
  }, [id, setSearch]);
  const add = async () => {
    setAdding(true);
    try {
      setAddedForm(await addForm(kind, project, idempotencyKey.current));
    } catch (error_) {
      setRefusal(failureOf(error_).message);
    } finally {
      setAdding(false);
    }
  };
  if (error) return <RetryNotice title="表单加载失败" text={failureOf(error).message} onRetry={() => void refetch()} />;
  if (isFetching || id !== undefined) return <Skeleton active />;
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
