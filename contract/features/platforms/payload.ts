// What a platform is told of a report (DOMAIN §7.8), in our own names; a connector's mapping makes the platform's of
// them.

export interface PlatformOrg {
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

export interface PlatformProject {
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

export interface PlatformEmployer {
  readonly name: string | null;
  readonly creditCode: string | null;
  readonly regAddr: string | null;
  readonly workAddr: string | null;
  /** 省/市/区县; its code is the connector's to say. */
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

/** What people of a project's team do. */
export const leading = '项目负责人';
export const taking = '项目组成员';

/** Several ways of sampling at one point, in one field. */
export const joinModes = (modes: readonly string[]): string => [...new Set(modes)].sort().join('、');

export const resultTypes = ['TWA', 'STE', 'ME', 'PE', 'physical'] as const;
export type ResultType = (typeof resultTypes)[number];

export interface PlatformResult {
  /** Among the points, from 0; null where no line of the survey fits. */
  readonly pointIdx: number | null;
  readonly hazard: string;
  readonly type: ResultType;
  readonly value: string;
  readonly unit: string | null;
  readonly limit: string | null;
  readonly standardCode: string | null;
  readonly conclusion: string;
}

export interface PlatformSummary {
  readonly pointTotal: number;
  readonly overPoints: number;
  readonly overHazards: readonly string[];
}

/** Its content is added when it is sent. */
export interface PlatformAttachment {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
  /** bytes */
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
