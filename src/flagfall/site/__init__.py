"""The pages without a server: a folder of plain files that anybody can publish, from any address."""
