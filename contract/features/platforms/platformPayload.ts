// Data of a report for a platform (DOMAIN §7.8) under our names. The mapping of a connector converts them.

interface PlatformOrg {
  readonly name: string | null;
  readonly creditCode: string | null;
  readonly qualNo: string | null;
  readonly leader: string | null;
  readonly phone: string | null;
}

export interface PlatformMember {
  readonly name: string;
  readonly certNo: string | null;
  readonly role: string;
}

interface PlatformProject {
  readonly code: string | null;
  readonly reportNo: string | null;
  readonly serviceType: string | null;
  readonly contractDate: string | null;
  readonly surveyDate: string | null;
  readonly sampleDates: readonly string[];
  readonly reportDate: string | null;
  readonly leader: string | null;
  readonly members: readonly PlatformMember[];
  readonly accompanier: string | null;
}

interface PlatformEmployer {
  readonly name: string | null;
  readonly creditCode: string | null;
  readonly regAddr: string | null;
  readonly workAddr: string | null;
  /** 省/市/区县; the connector maps it to a code. */
  readonly areaCode: string | null;
  readonly industryCode: string | null;
  readonly scale: string | null;
  readonly ecoType: string | null;
  readonly contact: string | null;
  readonly phone: string | null;
  readonly headcount: number | null;
  readonly exposedCount: number | null;
}

export interface PlatformPoint {
  readonly workshop: string | null;
  readonly post: string | null;
  readonly location: string | null;
  readonly hazardCode: string | null;
  readonly hazardName: string | null;
  readonly headcount: number | null;
  readonly exposeHoursPerDay: string | null;
  readonly daysPerWeek: string | null;
  readonly sampleMode: string | null;
}

/** Names of the duties in a project's team. */
export const teamLeaderDuty = '项目负责人';
export const teamMemberDuty = '项目组成员';

/** Joins several sampling modes of one point in one field. */
export const joinModes = (modes: readonly string[]): string => [...new Set(modes)].sort().join('、');

export const resultTypes = ['TWA', 'STE', 'ME', 'PE', 'physical'] as const;
export type ResultType = (typeof resultTypes)[number];

export interface PlatformResult {
  /** Index of the point, from 0; null where no survey line matches. */
  readonly pointIdx: number | null;
  readonly hazard: string;
  readonly type: ResultType;
  readonly value: string;
  readonly unit: string | null;
  readonly limit: string | null;
  readonly standardCode: string | null;
  readonly conclusion: string;
}

interface PlatformSummary {
  readonly pointTotal: number;
  readonly overPoints: number;
  readonly overHazards: readonly string[];
}

/** An attachment; its content is added at sending. */
interface PlatformAttachment {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  /** Bytes. */
  readonly size: number;
  readonly sha256: string;
}

export interface PlatformPayload {
  readonly org: PlatformOrg;
  readonly project: PlatformProject;
  readonly employer: PlatformEmployer;
  readonly points: readonly PlatformPoint[];
  readonly results: readonly PlatformResult[];
  readonly summary: PlatformSummary;
  readonly attachments: readonly PlatformAttachment[];
}

export type SectionName = keyof PlatformPayload;
