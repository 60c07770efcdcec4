import type { PublicChoices } from '@contract/features/publicity/publicity';
import type { FormEvent } from 'react';
import { formValues } from './formValues';
import styles from './publicPage.module.css';
import type { AddressQuery } from './useAddressQuery';

interface ReportSearchProps {
  readonly query: AddressQuery;
  /** None until they have come; what the address asks for is kept all the same. */
  readonly choices: PublicChoices | undefined;
  readonly onSearch: (query: AddressQuery) => void;
}

/** Uncontrolled: what stands in the address stands here, and what is typed counts when it is sent. */
export function ReportSearch({ query, choices, onSearch }: ReportSearchProps) {
  const areas = choices?.areas ?? [];
  const agencies = choices?.organizations ?? [];
  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onSearch(formValues(event.currentTarget));
  }
  return (
    <form className={styles.search} role="search" onSubmit={submit}>
      <label>
        用人单位或报告编号
        <input type="search" name="keyword" maxLength={100} enterKeyHint="search" defaultValue={query.keyword} />
      </label>
      <button type="submit" className={styles.submit}>查询</button>
      <details className={styles.more} open={Object.keys(query).some((name) => name !== 'keyword')}>
        <summary>更多条件</summary>
        <div className={styles.fields}>
          <label>
            地区
            <select key={areas.length} name="area" defaultValue={query.area ?? ''}>
              <option value="">全部地区</option>
              {query.area && !areas.includes(query.area) && <option value={query.area}>{query.area.replaceAll('/', ' ')}</option>}
              {areas.map((area) => <option key={area} value={area}>{area.replaceAll('/', ' ')}</option>)}
            </select>
          </label>
          {agencies.length > 1 && (
            <label>
              公示机构
              <select name="organization" defaultValue={query.organization ?? ''}>
                <option value="">全部机构</option>
                {agencies.map(({ id, name }) => <option key={id} value={id}>{name}</option>)}
              </select>
            </label>
          )}
          <label>公示日期起<input type="date" name="from" defaultValue={query.from} /></label>
          <label>公示日期止<input type="date" name="to" defaultValue={query.to} /></label>
        </div>
      </details>
    </form>
  );
}
