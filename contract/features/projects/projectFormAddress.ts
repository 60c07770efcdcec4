// Page of a project's form of a kind: it shows the form, or creates it where there is none.

export const formPlaceQuery = { kind: 'formKind', project: 'project' } as const;

/** Returns the address that opens the unfinished form of a kind of a project, or offers to create it. */
export const projectFormAddress = (kind: string, project: number): string =>
  `/projectForms/detail?${new URLSearchParams({ [formPlaceQuery.kind]: kind, [formPlaceQuery.project]: String(project) }).toString()}`;
