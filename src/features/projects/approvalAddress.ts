import type { RoutePath } from '@contract/routes';

const pages: Readonly<Record<string, RoutePath>> = {
  'report/ordinary': '/projectAuditReviewNewPage/page',
  'records/ordinary': '/projectAuditReviewNewPage/pageSysjs',
  'report/incoming': '/projectAuditReviewNewPage/pageLyjc',
  'records/incoming': '/projectAuditReviewNewPage/pageLyjcSysjs',
};

interface ApprovalFacts {
  readonly id: number;
  readonly kind?: unknown;
  readonly incoming?: unknown;
  readonly project?: unknown;
}

/** Returns the page of an approval (SPEC §2), by its kind and the kind of project. */
export const approvalAddress = ({ id, kind, incoming, project }: ApprovalFacts): string =>
  `${pages[`${String(kind)}/${incoming ? 'incoming' : 'ordinary'}`] ?? '/projectAuditReviewPage/page'}?belongProject=${String(project)}&id=${id}`;
