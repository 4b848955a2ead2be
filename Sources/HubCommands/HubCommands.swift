// The HubCommands module.
