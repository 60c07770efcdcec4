import { fixedDictionaries } from '@contract/dictionaries';
import type { MouseEvent } from 'react';
import { addressOf, type AddressQuery } from './useAddressQuery';
import styles from './news.module.css';

const categories = [{ value: '', label: '全部' }, ...fixedDictionaries.newsCategory];

export function CategoryLinks({ query, onGo }: { query: AddressQuery; onGo: (query: AddressQuery) => void }) {
  return (
    <nav className={styles.categories} aria-label="分类">
      {categories.map(({ value, label }) => {
        const target = { ...query, category: value };
        const go = (event: MouseEvent) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
          event.preventDefault();
          onGo(target);
        };
        return <a key={value} href={addressOf(target)} aria-current={(query.category ?? '') === value ? 'page' : undefined} onClick={go}>{label}</a>;
      })}
    </nav>
  );
}
