import type { MouseEvent } from 'react';
import styles from './publicPage.module.css';
import { addressOf, type AddressQuery } from './useAddressQuery';

interface PagerProps {
  readonly query: AddressQuery;
  /** From 1, as people count. */
  readonly page: number;
  readonly pages: number;
  readonly onGo: (query: AddressQuery) => void;
}

/** Real links, so that a page can be opened in a new tab and passed on. */
export function Pager({ query, page, pages, onGo }: PagerProps) {
  if (pages <= 1) return null;
  const link = (to: number, label: string) => {
    if (to < 1 || to > pages) return <span aria-disabled="true">{label}</span>;
    const target = { ...query, page: to === 1 ? '' : String(to) };
    const go = (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onGo(target);
    };
    return <a href={addressOf(target)} rel={to < page ? 'prev' : 'next'} onClick={go}>{label}</a>;
  };
  return (
    <nav className={styles.pager} aria-label="分页">
      {link(page - 1, '上一页')}
      <span>第 {page} 页，共 {pages} 页</span>
      {link(page + 1, '下一页')}
    </nav>
  );
}

/** The page that an address names; 1 for nonsense. */
export const pageIn = ({ page = '' }: AddressQuery): number => (/^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1);
