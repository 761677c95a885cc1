import { readFileSync } from 'node:fs';

interface Target {
  readonly expr: string;
  readonly legendFormat: string;
}

export interface Panel {
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly targets?: readonly Target[];
}

export interface Dashboard {
  readonly panels: readonly Panel[];
  readonly annotations: { readonly list: readonly { readonly expr: string }[] };
}

export function readDashboard(): Dashboard {
  const file = new URL('../../../../deploy/grafana/holdfast.json', import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as Dashboard;
}

/** The expressions of all panels. */
export function dashboardExpressions(): string[] {
  return readDashboard().panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
}
