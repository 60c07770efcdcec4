import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { client, serverSupports } from '@/api/client';
import { useCan } from '@/session/useCan';
import type { LaboratoryDetermination } from '@contract/features/laboratory/detection/laboratoryDeterminations';
import { labDetection } from '@contract/features/laboratory/entities/labDetection';
import { recordAddress } from '@contract/features/laboratory/methods/recordAddress';
import { permissionOf } from '@contract/permissions';
import styles from './ownDeterminations.module.css';

const listPermissions = [permissionOf(labDetection, 'list')];

/**
 * Lists the organization's own determinations for a method, each with a link to its record. If there are none, a
 * sentence says where to create one.
 */
export function LaboratoryDeterminations({ method }: { readonly method: number }) {
  const mayOpen = useCan(listPermissions);
  const { data } = useQuery({
    queryKey: ['list', labDetection.path, 'of', method],
    queryFn: async ({ signal }) =>
      (await client.get<LaboratoryDetermination[]>(`${labDetection.path}/of/${method}`, { signal, quiet: true })).data,
    enabled: mayOpen && serverSupports('fieldwork'),
    retry: false,
  });
  if (!data) return null;
  if (!data.length) return <p>本机构还没有该方法的测定，请在检测记录的“检出限与效率”中测定</p>;
  return (
    <details open={data.length <= 3}>
      <summary>本机构测定（{data.length}项）</summary>
      <ul>
        {data.map((determination) => {
          const { id, hazardName, text, testedOn, applied, sheet } = determination;
          const address = recordAddress(sheet);
          return (
            <li key={id}>
              {hazardName}：{text}
              {testedOn && `，${testedOn}`}
              {applied && '，已用于记录'}
              {'，记录'}
              <span className={styles.number}>{address ? <Link to={address}>{sheet.no}</Link> : sheet.no}</span>
            </li>
          );
        })}
      </ul>
    </details>
  );
}
