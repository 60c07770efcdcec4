import { useQuery } from '@tanstack/react-query';
import { Modal, Select } from 'antd';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { fetchOrganizations } from '@/api/organizations';
import { organizationsKey } from '@/shell/top/organizationsKey';

const questionText = '新增的数据属于哪个机构？';

/** Asks a platform administrator which organization new rows should belong to. */
export function OrganizationQuestion({ onSettle }: { readonly onSettle: (chosen: number | null) => void }) {
  const [chosenId, setChosenId] = useState<number | null>(null);
  const { data, isError, isPending } = useQuery({
    queryKey: organizationsKey,
    queryFn: ({ signal }) => fetchOrganizations(signal),
  });
  const navigate = useNavigate();
  if (data?.length === 0)
    return (
      <Modal
        open
        title="还没有机构"
        okText="前往机构管理"
        cancelText="取消"
        onOk={() => {
          onSettle(null);
          navigate('/system/organization');
        }}
        onCancel={() => onSettle(null)}
      >
        <p>新增的数据须属于一个机构，请先新增机构。</p>
      </Modal>
    );
  return (
    <Modal
      open
      title="选择所属机构"
      okText="继续"
      cancelText="取消"
      okButtonProps={{ disabled: chosenId === null }}
      onOk={() => onSettle(chosenId)}
      onCancel={() => onSettle(null)}
    >
      <p>当前查看的是全部机构。选择后转到该机构，可随时在页面顶部更换。</p>
      <Select
        aria-label={questionText}
        placeholder={questionText}
        style={{ width: '100%' }}
        showSearch={{ optionFilterProp: 'label' }}
        loading={isPending}
        notFoundContent={isError ? '机构加载失败' : '没有符合条件的机构'}
        value={chosenId}
        options={(data ?? []).map(({ organizationId, name }) => ({ value: organizationId, label: name }))}
        onChange={setChosenId}
      />
    </Modal>
  );
}
