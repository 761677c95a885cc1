import { Injectable, type OnApplicationBootstrap, type Type } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { match, type MatchFunction } from 'path-to-regexp';
import { type Route, routesOf } from './routes.js';

interface Address {
  readonly matches: MatchFunction<object>;
  readonly methods: readonly string[];
}

/** The methods of each address, read from the controllers. They distinguish a wrong method from an unknown address; Nest answers 404 to both. */
@Injectable()
export class RouteTable implements OnApplicationBootstrap {
  private addresses: Address[] = [];

  constructor(private readonly discovery: DiscoveryService) {}

  onApplicationBootstrap(): void {
    this.addresses = this.discovery
      .getControllers()
      .flatMap(({ metatype }) => routesOf(metatype as Type))
      // The page at / is for browsers only: for programs the address does not exist, whatever the method.
      .filter(({ path }) => path !== '/')
      .map(({ method, path }) => ({ matches: match(path, { sensitive: true }), methods: methodsOf(method) }));
  }

  /** In HTTP's usual order, with HEAD beside GET; empty when no route has this path. */
  methodsOf(path: string): string[] {
    const methods = this.addresses
      .filter((address) => matches(address, path))
      .flatMap(({ methods }) => methods);
    if (methods.length === 0) return [];
    return ORDER.filter((method) => method === 'OPTIONS' || methods.includes(method));
  }
}

const ORDER = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

function methodsOf(method: Route['method']): string[] {
  return method === 'GET' ? ['GET', 'HEAD'] : [method];
}

function matches(address: Address, path: string): boolean {
  try {
    return address.matches(path) !== false;
  } catch {
    return false; // A path that cannot be decoded matches nothing.
  }
}
