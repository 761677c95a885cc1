/** @throws for two types of one name */
export function addTo(definitions: Record<string, object>, others: Readonly<Record<string, object>>): void;
